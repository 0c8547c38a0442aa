import './look.css'
import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { holdPage, useKeys } from './input.ts'
import { steps } from './mood.ts'
import { turnsOf } from './play.ts'
import type { Scene } from './scene.ts'
import { Before } from './screens/before.tsx'
import { Choose } from './screens/choose.tsx'
import { End } from './screens/end.tsx'
import { TalkScreen } from './screens/talk-screen.tsx'
import { SoundSwitch, useSound } from './sound/sound-switch.tsx'
import { beginTalk, endOf, goOn, say, tryAgain, type Talk } from './talk.ts'

type At =
  | { screen: 'choose' }
  | { screen: 'before'; scene: Scene }
  | { screen: 'talk'; talk: Talk }
  | { screen: 'end'; talk: Talk }

function App() {
  const [at, setAt] = useState<At>({ screen: 'choose' })
  /** The last talk that was stopped: after pressing Escape by mistake, the player can continue it. */
  const [left, setLeft] = useState<Talk>()
  const { sound, isOn, toggle } = useSound()
  useKeys({ m: toggle })

  const title = titleOf(at)
  useEffect(() => {
    document.title = title
  }, [title])

  const place = at.screen === 'talk' ? at.talk.scene.place : undefined
  useEffect(() => sound.setRoom(place), [sound, place])

  const toChoose = () => setAt({ screen: 'choose' })
  const toTalk = (talk: Talk) => {
    sound.chosen()
    setLeft(undefined)
    setAt({ screen: 'talk', talk })
  }

  function answer(talk: Talk, chosen: number) {
    const next = say(talk, chosen, Date.now())
    const by = steps.indexOf(next.play.shown) - steps.indexOf(talk.play.shown)
    if (by === 0) sound.chosen()
    else sound.moved(by)
    setAt({ screen: 'talk', talk: next })
  }

  return (
    <div className="stage">
      {at.screen === 'choose' && (
        <Choose
          onChoose={(scene) => setAt({ screen: 'before', scene })}
          left={left}
          onGoOn={(talk) => toTalk(goOn(talk, Date.now()))}
        />
      )}
      {at.screen === 'before' && (
        <Before scene={at.scene} onBegin={() => toTalk(beginTalk(at.scene, Date.now()))} onBack={toChoose} />
      )}
      {at.screen === 'talk' && (
        <TalkScreen
          talk={at.talk}
          onSay={(chosen) => answer(at.talk, chosen)}
          onEnd={() => {
            sound.ended()
            setAt({ screen: 'end', talk: at.talk })
          }}
          onStop={() => {
            setLeft(at.talk)
            toChoose()
          }}
        />
      )}
      {at.screen === 'end' && (
        <End
          talk={at.talk}
          onAgainFrom={(turn) => toTalk(tryAgain(at.talk, turn, Date.now()))}
          onStartOver={() => toTalk(beginTalk(at.talk.scene, Date.now()))}
          onOther={toChoose}
        />
      )}
      <SoundSwitch isOn={isOn} onPress={toggle} />
    </div>
  )
}

/** The document title. The call's screen-share picker lists it. */
function titleOf(at: At): string {
  if (at.screen === 'choose') return 'Practice'
  if (at.screen === 'before') return at.scene.title
  const { scene, play } = at.talk
  if (at.screen === 'talk') {
    const turns = turnsOf(scene)
    return `${scene.title}, turn ${Math.min(play.turn, turns)} of ${turns}`
  }
  const { number, of } = endOf(at.talk)
  return `${scene.title}, ending ${number} of ${of}`
}

holdPage()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

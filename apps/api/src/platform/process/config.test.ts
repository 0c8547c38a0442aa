import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { settings } from './settings.ts'

const key = Buffer.alloc(32, 7).toString('base64')
const whole = {
  PARLEY_ENV: 'production',
  DATABASE_URL: 'postgres://x',
  REDIS_URL: 'redis://x',
  PARLEY_SECRETS_KEY: key,
  PARLEY_LINK_KEY: key,
}

const keys = ['PARLEY_SECRETS_KEY', 'PARLEY_LINK_KEY'] as const

test.each(keys)(
  'in production, which is the default, the API starts only with a valid %s of its own',
  (name) => {
    const { [name]: _left, PARLEY_ENV: _said, ...rest } = whole
    const published = settings[name].default
    for (const PARLEY_ENV of ['production', undefined]) {
      expect(() => readConfig({ ...rest, PARLEY_ENV })).toThrow(name)
      expect(() => readConfig({ ...rest, PARLEY_ENV, [name]: published })).toThrow(name)
      expect(() => readConfig({ ...rest, PARLEY_ENV, [name]: 'too short' })).toThrow(
        `${name} must be 32 bytes`,
      )
      expect(() => readConfig({ ...whole, PARLEY_ENV, [`${name}_PREVIOUS`]: published })).toThrow(name)
      expect(readConfig({ ...whole, PARLEY_ENV })).toMatchObject({ env: 'production' })
    }
  },
)

test.each(keys)('outside production the published %s is accepted only with an origin on loopback', (name) => {
  const { [name]: _left, ...rest } = whole
  const on = (PARLEY_ORIGIN: string) => readConfig({ ...rest, PARLEY_ENV: 'development', PARLEY_ORIGIN })
  for (const origin of [
    'http://127.0.0.1:8080',
    'http://localhost:5173',
    'http://[::1]:80',
    'http://127.8.0.1',
  ])
    expect(on(origin)).toMatchObject({ env: 'development' })
  for (const origin of [
    'https://portal.example.com',
    'http://10.0.0.7:8080',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
  ])
    expect(() => on(origin)).toThrow(name)
})

const numbers = Object.entries(settings).flatMap(([name, setting]) =>
  'default' in setting && /^\d+$/.test(setting.default) ? [name] : [],
)

test.each(numbers)('%s must be a number', (name) => {
  expect(readConfig({ ...whole, [name]: '7' })).toMatchObject({ env: 'production' })
  for (const value of ['', ' ', '-1', '1e3', '0x10', 'ten', 'Infinity'])
    expect(() => readConfig({ ...whole, [name]: value })).toThrow(name)
})

test('a Contentful space needs all its settings and an https address', () => {
  const space = {
    CONTENTFUL_URL: 'https://cdn.contentful.com/',
    CONTENTFUL_SPACE: 'abc',
    CONTENTFUL_TOKEN: 't-0_k',
  }
  expect(readConfig(whole)).toMatchObject({ contentful: undefined })
  expect(readConfig({ ...whole, ...space }).contentful).toEqual({
    url: 'https://cdn.contentful.com',
    space: 'abc',
    environment: 'master',
    token: 't-0_k',
  })
  for (const name of ['CONTENTFUL_SPACE', 'CONTENTFUL_ENVIRONMENT', 'CONTENTFUL_TOKEN'])
    for (const value of ['', '../x', 'a/b', 'a b', 'a\r\nx: y', 'a?b'])
      expect(() => readConfig({ ...whole, ...space, [name]: value })).toThrow(name)
  for (const CONTENTFUL_URL of [
    'http://cdn.contentful.com',
    'ftp://a',
    'cdn.contentful.com',
    'http://127.0.0.1.a.test',
  ])
    expect(() => readConfig({ ...whole, ...space, CONTENTFUL_URL })).toThrow('CONTENTFUL_URL')
})

test("an error about Contentful's token does not show the token [CONTENT-06]", () => {
  const secret = 'a secret'
  const space = {
    CONTENTFUL_URL: 'https://cdn.contentful.com',
    CONTENTFUL_SPACE: 'abc',
    CONTENTFUL_TOKEN: secret,
  }
  expect(() => readConfig({ ...whole, ...space })).toThrow(expect.not.stringContaining(secret))
})

test('PARLEY_VIDEO_HOSTS takes host names only, and not our own [CONTENT-03]', () => {
  const read = (PARLEY_VIDEO_HOSTS: string) =>
    readConfig({ ...whole, PARLEY_ORIGIN: 'https://portal.example.com', PARLEY_VIDEO_HOSTS })
  expect(read('').videoHosts).toEqual([])
  expect(read('player.vimeo.com,a-b.example.com:8443').videoHosts).toEqual([
    'player.vimeo.com',
    'a-b.example.com:8443',
  ])
  for (const list of [
    'https://a.test',
    'a.test/x',
    '*.a.test',
    '*',
    'a.test; script-src *',
    'a.test b.test',
    "'self'",
    'a.test,',
    'a.test\nb.test',
    'localhost',
    'A.test',
    'portal.example.com',
  ])
    expect(() => read(list)).toThrow('PARLEY_VIDEO_HOSTS')
})

test('a previous key is read if it is set', () => {
  const other = Buffer.alloc(32, 8)
  const previous = other.toString('base64')
  expect(readConfig(whole)).toMatchObject({ secretsKeyPrevious: undefined, linkKeyPrevious: undefined })
  expect(
    readConfig({ ...whole, PARLEY_SECRETS_KEY_PREVIOUS: previous, PARLEY_LINK_KEY_PREVIOUS: previous }),
  ).toMatchObject({ secretsKeyPrevious: other, linkKeyPrevious: other })
  expect(() => readConfig({ ...whole, PARLEY_LINK_KEY_PREVIOUS: 'x' })).toThrow('PARLEY_LINK_KEY_PREVIOUS')
})

test('a GameLift Streams group needs its application and region, and a key needs its secret', () => {
  const group = {
    STREAM_GAMELIFT_GROUP: 'arn:aws:gameliftstreams:us-west-2:111122223333:streamgroup/sg-1AB2C3De4',
    STREAM_GAMELIFT_APPLICATION: 'a-9ZY8X7Wv6',
    STREAM_GAMELIFT_REGION: 'us-west-2',
  }
  expect(readConfig(whole)).toMatchObject({ gameLift: undefined })
  expect(readConfig({ ...whole, ...group }).gameLift).toEqual({
    group: group.STREAM_GAMELIFT_GROUP,
    application: 'a-9ZY8X7Wv6',
    region: 'us-west-2',
    url: '',
    key: '',
    secret: '',
  })
  for (const name of ['STREAM_GAMELIFT_APPLICATION', 'STREAM_GAMELIFT_REGION'])
    for (const value of ['', 'a b', 'a?b'])
      expect(() => readConfig({ ...whole, ...group, [name]: value })).toThrow(name)
  for (const name of ['STREAM_GAMELIFT_KEY', 'STREAM_GAMELIFT_SECRET'])
    expect(() => readConfig({ ...whole, ...group, [name]: 'alone' })).toThrow('go together')
  for (const STREAM_GAMELIFT_URL of ['http://gamelift.example.com', 'ftp://a', 'a'])
    expect(() => readConfig({ ...whole, ...group, STREAM_GAMELIFT_URL })).toThrow('STREAM_GAMELIFT_URL')
})

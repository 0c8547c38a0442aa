import { expect, test } from 'vitest'
import { readConfig, settings } from './config.ts'

const key = Buffer.alloc(32, 7).toString('base64')
const whole = {
  PARLEY_ENV: 'production',
  DATABASE_URL: 'postgres://x',
  REDIS_URL: 'redis://x',
  PARLEY_SECRETS_KEY: key,
  PARLEY_LINK_KEY: key,
}

test.each(['PARLEY_SECRETS_KEY', 'PARLEY_LINK_KEY'] as const)(
  'production starts with a %s of its own and not without',
  (name) => {
    const { [name]: _left, ...rest } = whole
    expect(() => readConfig(rest)).toThrow(name)
    expect(() => readConfig({ ...rest, [name]: settings[name].default })).toThrow(name)
    expect(() => readConfig({ ...rest, [name]: 'too short' })).toThrow(`${name} is 32 bytes`)
    expect(readConfig(whole)).toMatchObject({ env: 'production' })
    expect(readConfig({ ...rest, PARLEY_ENV: 'development' })).toMatchObject({ env: 'development' })
  },
)

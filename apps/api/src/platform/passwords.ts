import { hash, verify } from '@node-rs/argon2'

/** Argon2id, 19 MiB and 2 passes: OWASP's first choice. The library's default algorithm is Argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** Checked against when there is no such account, so that it costs the same time. Of a random password nobody knows. */
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$ai9UVuvVZHWO/UVgt06vbg$TxMhEg+J3BzBFLSgWbpz/VMxw7BZfC2mkhQQWpNp+Co'

export const checkPassword = (storedHash: string | undefined, password: string): Promise<boolean> =>
  verify(storedHash ?? nobodysHash, password)

import { hash, verify } from '@node-rs/argon2'

/** Argon2id, 19 MiB and 2 passes: OWASP's first choice. The library's default algorithm is Argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** The hash of a random password that nobody knows, checked if there is no such account, to take the same time. */
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$ai9UVuvVZHWO/UVgt06vbg$TxMhEg+J3BzBFLSgWbpz/VMxw7BZfC2mkhQQWpNp+Co'

export const checkPassword = (storedHash: string | undefined, password: string): Promise<boolean> =>
  verify(storedHash ?? nobodysHash, password)

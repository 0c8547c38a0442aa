/** '1 session', '1,348 sessions'. */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

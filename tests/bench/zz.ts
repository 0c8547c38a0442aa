import { measure } from './profiles-me.ts'
console.log(await measure({ size: process.argv[2] as 'full', say: console.log }))

import { over } from '../rules.ts'
import type { PushConfig } from './contract.ts'

/** Nothing leaves the portal until somebody enables it. */
const noPush: PushConfig = { open: false, subjects: ['pass'], classTypes: [], retries: 5 }

/** Push settings; nothing is pushed until it is opened. */
export const pushOf = (saved: Readonly<Record<string, unknown>>): PushConfig => over(noPush, saved)

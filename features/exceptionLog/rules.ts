import type { Bilingual } from '../../contract/refusal.ts'
import type { ErrorStatus, FailureSource } from './contract.ts'

/** Days for which an error is kept after it was last seen. */
export const keptDays = 90

/** Trace ids that are kept of the same error: of the newest. */
export const keptTraces = 20

/** Maximum lengths of an error's stored texts. */
export const lengths = { place: 200, kind: 60, message: 500, stack: 4000 } as const

/**
 * Pace of writing errors: at most so many rows in one statement every so many seconds, and so many different
 * errors waiting: of browsers, and as many of the server's own, whose places no browser takes. Those beyond stay in the
 * log alone.
 */
export const pace = { rows: 10, seconds: 6, waiting: 100 } as const

/** New causes of browsers that are written down a day and project; who reports is not known, and they are kept long. */
export const newBrowserCauses = 200

/** Names of the sources of errors. */
export const sourceWords = {
  server: { zh: '页面与接口', en: 'Request' },
  job: { zh: '后台任务', en: 'Background job' },
  browser: { zh: '浏览器', en: 'Browser' },
} as const satisfies Record<FailureSource, Bilingual>

/** Names of the states of a cause. */
export const errorStatusWords = {
  open: { zh: '未解决', en: 'Open' },
  resolved: { zh: '已解决', en: 'Resolved' },
  returned: { zh: '再次出现', en: 'Came back' },
} as const satisfies Record<ErrorStatus, Bilingual>

import type { JobHandler } from '../../../server/jobs.ts'
import { findUnusableSettings } from './data.ts'

/** Failures that were named already, by step and key: an operator reads each once, not every hour. */
const named = new Set<string>()

/** Names the settings that are stored and cannot be used; their defaults hold, and nothing else would say so. */
export const checkSettings: JobHandler = {
  type: 'project.check-settings',
  lane: 'time',
  everySeconds: 3600,
  async run(_job, { db, log }) {
    for (const { id, projectId, key } of await findUnusableSettings(db)) {
      if (named.has(`${id} ${key}`)) continue
      named.add(`${id} ${key}`)
      log.error({ projectId, key }, 'a stored setting cannot be used, its default holds')
    }
  },
}

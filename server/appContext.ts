import type { FastifyBaseLogger } from 'fastify'
import type { Channels } from './channels/channels.ts'
import type { Pool } from './db.ts'
import type { Environment } from './environment.ts'
import type { ReportFailure } from './failure.ts'
import type { FileStore } from './files.ts'
import type { Secrets } from './secrets.ts'

/** Context of every handler and job; created once at start, or once per test. */
export interface AppContext {
  readonly db: Pool
  readonly environment: Environment
  readonly secrets: Secrets
  readonly files: FileStore
  readonly channels: Channels
  readonly log: FastifyBaseLogger
  /** Writes an error down that is caught and answered otherwise, as a route of a channel's does. */
  readonly report?: ReportFailure
}

import type { BoundBatch } from '../../../server/batch.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { hasWholeProject, mayCall, type Session } from '../../../server/session.ts'
import type { StoredBatch } from './data.ts'

/** Column that the sealed input of a batch is bound to. */
const place = 'batches.input'

/** The input of a batch: its filters, or null where it names its rows. */
export interface BatchInput {
  filter: object | null
  except: string[]
  /** The rest of the input of its call. */
  rest: object
}

/** The input of a batch as its row has it. */
export const sealInput = (secrets: Secrets, id: string, input: BatchInput) =>
  secrets.seal(place, id, JSON.stringify(input))

/** The input that a batch was begun with. */
export const inputOf = (secrets: Secrets, { id, inputSealed }: Pick<StoredBatch, 'id' | 'inputSealed'>) =>
  JSON.parse(secrets.open(place, id, inputSealed)) as BatchInput

/** True if a session may begin a batch, and continue it; by filters only if it may see the list. */
export const mayRun = ({ call, list }: BoundBatch, session: Session, byFilter: boolean): boolean =>
  mayCall(session, call.allow) &&
  (!call.wholeProject || hasWholeProject(session)) &&
  (!byFilter || mayCall(session, list.allow))

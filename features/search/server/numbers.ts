import type { TObject, TSchema } from 'typebox'
import type { Call } from '../../../contract/call.ts'
import { isIdCard, isMobile } from '../../../contract/identity.ts'
import type { NormalForm } from '../../../contract/normalize.ts'
import { Refusal } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Db } from '../../../server/db.ts'
import type { BoundCall } from '../../../server/serve.ts'
import { mayCall, type Session } from '../../../server/session.ts'
import { accountRefusals } from '../../account/contract.ts'
import { listViewCalls } from '../../listView/contract.ts'
import { consumeAttempt, refundAttempt } from '../../rateLimit/server/actions.ts'
import { studentRefusals } from '../../student/contract.ts'
import { searchRefusals } from '../contract.ts'
import { isSomebodys } from './data.ts'

/** Calls that store filters and answer nobody. */
const keeping: ReadonlySet<Call> = new Set(Object.values(listViewCalls))

/** True if a call answers people by the filters of a list: pages it, exports it, or chooses its rows. */
function takesFilters(call: Call): boolean {
  const { properties = {} } = call.input as Partial<TObject>
  return !keeping.has(call) && ('page' in properties || 'filter' in properties || 'list' in call)
}

/** Normal forms of what people are known by. */
const formsOfNumbers: ReadonlySet<NormalForm | undefined> = new Set(['mobile', 'code'])

const hasNumber = (
  schema: TSchema & { normalized?: NormalForm; anyOf?: TSchema[]; items?: TSchema },
): boolean =>
  formsOfNumbers.has(schema.normalized) ||
  [
    ...Object.values((schema as Partial<TObject>).properties ?? {}),
    ...(schema.anyOf ?? []),
    ...(schema.items ? [schema.items] : []),
  ].some(hasNumber)

/** True if staff put a mobile or ID number on record by a call: whether somebody has it shows in the answer. */
const takesNumbers = ({ allow, input }: Call): boolean =>
  allow !== 'public' && allow !== 'signed-in' && allow !== 'learner' && hasNumber(input)

/** The complete mobile and ID numbers in an input. */
const numbersIn = (input: unknown): string[] =>
  typeof input === 'string'
    ? [input].filter((text) => isMobile(text) || isIdCard(text))
    : Object.values(input ?? {}).flatMap(numbersIn)

/** True if somebody sees numbers in full: to them a hit tells nothing. */
const mayReveal = (session: Session) => mayCall(session, '/student-manage/student#reveal')

/**
 * Counts a search by a complete number. To who sees numbers in full it is given back when it finds somebody: only guesses
 * are counted; to others each hit tells the digits that are masked. Refuses (429) beyond the limit.
 */
export async function countNumber<T>(
  { db, session }: { db: Db; session: Session },
  look: () => Promise<T>,
  findsAny: (answer: T) => boolean | Promise<boolean>,
): Promise<T> {
  const { accountId } = session
  await consumeAttempt(db, 'numberSearch', accountId, searchRefusals.tooManyNumbers)
  const answer = await look()
  if (mayReveal(session) && (await findsAny(answer))) await refundAttempt(db, 'numberSearch', accountId)
  return answer
}

/** True if a refusal tells that somebody has a number. */
const tellsNumber = (error: unknown): boolean =>
  error instanceof Refusal &&
  (error.words === studentRefusals.cardTaken || error.words === accountRefusals.mobileTaken)

/**
 * Counts a call by which staff put a complete number on record. To who sees numbers in full it is given back unless the
 * answer says that somebody has the number; to others a number that is taken as new tells as much as one that is refused.
 */
const countStored = ({ call, handle }: BoundCall): BoundCall => ({
  call,
  async handle(ctx) {
    const { db, session, input } = ctx
    if (!session || numbersIn(input).length === 0) return handle(ctx)
    await consumeAttempt(db, 'numberSearch', session.accountId)
    const answer = handle(ctx)
    if (mayReveal(session) && !(await answer.then(() => false, tellsNumber)))
      await refundAttempt(db, 'numberSearch', session.accountId)
    return answer
  },
})

/**
 * Counts complete numbers by which a list is filtered as the search counts its own, and records them as it does for who
 * sees them masked; and those that are put on record. An export or a batch finds whom its number belongs to: the answer
 * does not tell. Without a limit, the digits a list masks could be tried until one is found.
 */
export function limitNumbers({ call, handle }: BoundCall): BoundCall {
  if (!takesFilters(call)) return takesNumbers(call) ? countStored({ call, handle }) : { call, handle }
  return {
    call,
    async handle(ctx) {
      const { db, secrets, session, input } = ctx
      const [number] = session ? numbersIn(input as object) : []
      if (!session || number === undefined) return handle(ctx)
      const answer = await countNumber(
        { db, session },
        () => handle(ctx),
        (found) => {
          const { total } = (found ?? {}) as { total?: number }
          return total === undefined ? isSomebodys(db, secrets, session.scope, number) : total > 0
        },
      )
      if (!mayReveal(session)) {
        const what = isMobile(number) ? 'mobile' : 'card'
        const about = { subjectKind: 'search', subjectId: what, after: { what } }
        await db.begin((tx) => audit(tx, { by: session, action: 'search.number', ...about }))
      }
      return answer
    },
  }
}

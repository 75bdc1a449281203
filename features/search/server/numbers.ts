import type { TObject } from 'typebox'
import type { Call } from '../../../contract/call.ts'
import { isIdCard, isMobile } from '../../../contract/identity.ts'
import { audit } from '../../../server/audit.ts'
import type { Db } from '../../../server/db.ts'
import type { BoundCall } from '../../../server/serve.ts'
import { mayCall, type Session } from '../../../server/session.ts'
import { listViewCalls } from '../../listView/contract.ts'
import { consumeAttempt, refundAttempt } from '../../rateLimit/server/actions.ts'
import { searchRefusals } from '../contract.ts'
import { isSomebodys } from './data.ts'

/** Calls that store filters and answer nobody. */
const keeping: ReadonlySet<Call> = new Set(Object.values(listViewCalls))

/** True if a call answers people by the filters of a list: pages it, exports it, or chooses its rows. */
function takesFilters(call: Call): boolean {
  const { properties = {} } = call.input as Partial<TObject>
  return !keeping.has(call) && ('page' in properties || 'filter' in properties || 'list' in call)
}

/** The complete mobile and ID numbers by which an input asks for people. */
const numbersIn = (input: { filter?: object }): string[] =>
  [...Object.values(input), ...Object.values(input.filter ?? {})].filter(
    (value): value is string => typeof value === 'string' && (isMobile(value) || isIdCard(value)),
  )

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

/**
 * Counts complete numbers by which a list is filtered as the search counts its own, and records them as it does for who
 * sees them masked. An export or a batch finds whom its number belongs to: the answer does not tell. Without a limit, the
 * digits a list masks could be tried until one is found.
 */
export function limitNumbers({ call, handle }: BoundCall): BoundCall {
  if (!takesFilters(call)) return { call, handle }
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

import type { TObject } from 'typebox'
import type { Call } from '../../../contract/call.ts'
import { isIdCard, isMobile } from '../../../contract/identity.ts'
import type { BoundCall } from '../../../server/serve.ts'
import { consumeAttempt, refundAttempt } from '../../rateLimit/server/actions.ts'
import { searchRefusals } from '../contract.ts'

/** Whether a call takes the filters of a list: to page it, to export it, or to choose its rows. */
function takesFilters(call: Call): boolean {
  const { properties = {} } = call.input as Partial<TObject>
  return 'page' in properties || 'filter' in properties || 'list' in call
}

const isNumber = (value: unknown) => typeof value === 'string' && (isMobile(value) || isIdCard(value))

/** Whether an input asks for a person by a complete mobile or ID number. */
function asksNumber(input: { filter?: object }): boolean {
  return [...Object.values(input), ...Object.values(input.filter ?? {})].some(isNumber)
}

/**
 * Counts complete numbers by which a list is filtered as the search counts its own; those of a page that finds somebody
 * are given back. Without a limit, the digits a list masks could be tried until one is found. Refuses (429) beyond it.
 */
export function limitNumbers({ call, handle }: BoundCall): BoundCall {
  if (!takesFilters(call)) return { call, handle }
  return {
    call,
    async handle(ctx) {
      const { db, session, input } = ctx
      if (!session || !asksNumber(input as object)) return handle(ctx)
      const { accountId } = session
      await consumeAttempt(db, 'numberSearch', accountId, searchRefusals.tooManyNumbers)
      const found = await handle(ctx)
      const { total } = (found ?? {}) as { total?: number }
      if (total) await refundAttempt(db, 'numberSearch', accountId)
      return found
    },
  }
}

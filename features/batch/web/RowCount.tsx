import type { InputOf } from '../../../contract/call.ts'
import { useCall } from '../../../web/client.ts'
import type { CountProps } from '../../../web/shell/list/exactCount.ts'
import { batchCalls } from '../contract.ts'

/** Draws with how many rows of a list match, also where the list itself stops counting. */
export function RowCount({ call: { path }, filter, draw }: CountProps) {
  const input = { path, filter } as InputOf<typeof batchCalls.count>
  return draw(useCall(batchCalls.count, input, { staleTime: 0 }))
}

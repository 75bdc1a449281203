import { unprintable } from '../../../server/pdf.ts'
import { handlers } from '../../../server/serve.ts'
import { printCalls } from '../contract.ts'

export const printHandlers = handlers(printCalls, {
  unprintable: async ({ input }) => ({ letters: unprintable(input.text) }),
})

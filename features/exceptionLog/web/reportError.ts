import { send } from '../../../web/client.ts'
import type { PageError } from '../../../web/errorLog.ts'
import { exceptionLogCalls } from '../contract.ts'
import { lengths } from '../rules.ts'

/** Sends an error of this browser to the list of errors; one that cannot be sent stays in the window's own list. */
export async function reportError({ traceId, name, message, stack, page }: PageError): Promise<void> {
  await send(
    exceptionLogCalls.report,
    {
      traceId,
      page: page.slice(0, lengths.place),
      kind: name.slice(0, lengths.kind),
      message: message.slice(0, lengths.message),
      stack: stack.slice(0, lengths.stack),
    },
    { isChange: true, quiet: true },
  ).catch(() => {})
}

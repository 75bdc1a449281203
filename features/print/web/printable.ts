import { send, useCall } from '../../../web/client.ts'
import { printCalls } from '../contract.ts'
import { isEveryday } from '../rules.ts'
import { usePrintWords } from './words.ts'

/** A rule of a form for a text that is printed later: it warns of letters that cannot be, and refuses nothing. */
export function usePrintableRule() {
  const say = usePrintWords()
  return {
    warningOnly: true,
    async validator(_: unknown, text?: string) {
      if (!text || isEveryday(text)) return
      // The form is saved after its warnings: it does not wait long for one, nor fails with it.
      const asked = send(printCalls.unprintable, { text }, { quiet: true, within: 3000 })
      const { letters } = await asked.catch(() => ({ letters: '' }))
      if (letters) throw new Error(say('unprintable', { letters }))
    },
  }
}

/** The warning about letters of a text that cannot be printed, where the input is in no such form. */
export function usePrintWarning(text: string): string | undefined {
  const say = usePrintWords()
  const { data } = useCall(printCalls.unprintable, { text }, { enabled: !isEveryday(text) })
  return data?.letters ? say('unprintable', { letters: data.letters }) : undefined
}

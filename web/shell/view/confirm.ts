import { create } from './store.ts'

/** A question before something is lost: yes continues, no stays. */
export interface Question {
  title: string
  text?: string
  yes: string
  no: string
  danger?: boolean
}

const store = create<(Question & { answer: (yes: boolean) => void }) | null>(null)
export const useQuestion = store.use
export const isConfirming = () => store.get() !== null

/** Asks the reader; an earlier question still open counts as answered with no. */
export function confirm(question: Question): Promise<boolean> {
  store.get()?.answer(false)
  return new Promise((resolve) => {
    store.set({
      ...question,
      answer(yes) {
        store.set(null)
        resolve(yes)
      },
    })
  })
}

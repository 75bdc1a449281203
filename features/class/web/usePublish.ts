import { useMutationState } from '@tanstack/react-query'
import type { InputOf } from '../../../contract/call.ts'
import { useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import type { Selected } from '../../../web/shell/control/chosen.tsx'
import { offerUndo } from '../../../web/shell/view/undo.ts'
import type { BatchResult } from '../../../contract/selection.ts'
import { classCalls } from '../contract.ts'
import { useClassWords } from './words.ts'

/**
 * Publishes classes or unpublishes them, and offers to undo it for those it succeeded for; the report of the page gets
 * what was refused, and that a job has begun.
 */
export function usePublish({
  onReport,
  onDone = () => {},
}: {
  onReport: (result: BatchResult) => void
  onDone?: () => void
}) {
  const say = useClassWords()
  const back = useAction(classCalls.updateOnShelf, { quiet: true })
  const action = useAction(classCalls.updateOnShelf)
  const pending = useMutationState({
    filters: { mutationKey: [classCalls.updateOnShelf.path], status: 'pending' },
    select: ({ state }) => (state.variables as InputOf<typeof classCalls.updateOnShelf>).ids ?? [],
  })

  function report(result: BatchResult, onShelf: boolean, name: string | undefined) {
    const { succeeded: ids, failed, batchId } = result
    if (failed.length > 0 || batchId) onReport(result)
    onDone()
    if (ids.length === 0) return
    const text =
      name === undefined
        ? say(onShelf ? 'publishedMany' : 'unpublishedMany', { count: ids.length })
        : say(onShelf ? 'publishedNamed' : 'unpublishedNamed', { name })
    offerUndo(text, async () => {
      const undone = await back.mutateAsync({ ids, onShelf: !onShelf })
      for (const { reason } of undone.failed) notify('error', reason)
      return undone.failed.length === 0
    })
  }
  return {
    /** The classes on their way. */
    pending: pending.flat(),
    /** One class is called by its name. */
    publish: ({ selection }: Selected, onShelf: boolean, name?: string) =>
      action.mutate({ ...selection, onShelf, onDone: (result) => report(result, onShelf, name) }),
  }
}

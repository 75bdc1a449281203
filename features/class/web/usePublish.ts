import { useRef } from 'react'
import { useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import type { Selected } from '../../../web/shell/chosen.tsx'
import { offerUndo } from '../../../web/shell/undo.ts'
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
  const nameOfOne = useRef<string>(undefined)
  const back = useAction(classCalls.updateOnShelf, { quiet: true })
  const action = useAction(classCalls.updateOnShelf, {
    onDone(result, { onShelf }) {
      const { succeeded: ids, failed, batchId } = result
      if (failed.length > 0 || batchId) onReport(result)
      onDone()
      if (ids.length === 0) return
      const name = nameOfOne.current
      const text =
        name === undefined
          ? say(onShelf ? 'publishedMany' : 'unpublishedMany', { count: ids.length })
          : say(onShelf ? 'publishedNamed' : 'unpublishedNamed', { name })
      offerUndo(text, async () => {
        const undone = await back.mutateAsync({ ids, onShelf: !onShelf })
        for (const { reason } of undone.failed) notify('error', reason)
        return undone.failed.length === 0
      })
    },
  })
  return {
    /** The classes on their way. */
    pending: action.isPending ? (action.variables.ids ?? []) : [],
    /** One class is called by its name. */
    publish({ selection }: Selected, onShelf: boolean, name?: string) {
      nameOfOne.current = name
      action.mutate({ ...selection, onShelf })
    },
  }
}

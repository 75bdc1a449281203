import { useState } from 'react'
import type { RevisedRows } from '../../../contract/revision.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { type Selected, useChosenText } from '../../../web/shell/control/chosen.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { useRowAction } from '../../../web/shell/control/RowActions.tsx'
import type { BatchResult } from '../../../contract/selection.ts'
import { classCalls } from '../contract.ts'
import { usePublish } from './usePublish.ts'
import { useClassWords } from './words.ts'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'

const PriceDialog = dialogPart(() => import('./PriceDialog.tsx'))
const ModifyDialog = dialogPart(() => import('./ModifyDialog.tsx'))
const CopyDialog = dialogPart(() => import('./CopyDialog.tsx'))
const DeleteClasses = dialogPart(() => import('./DeleteClasses.tsx'))

/** Actions on many classes at once; the report of each goes to the page. */
export function ClassBatch({
  selected,
  rows,
  onClear,
  onResult,
}: {
  selected: Selected
  /** Those that were ticked, each at the revision it was shown at. */
  rows: RevisedRows
  /** Ends the selection. */
  onClear: () => void
  onResult: (result: BatchResult) => void
}) {
  const say = useClassWords()
  const [open, setOpen] = useState<'price' | 'modify' | 'copy' | 'remove' | null>(null)
  const chosen = useChosenText()
  const run = useRowAction()
  const { publish, pending } = usePublish({ onReport: onResult, onDone: onClear })
  const mayPublish = useMay(classCalls.updateOnShelf)
  const mayPrice = useMay(classCalls.batchModifyClassAmount)
  const mayModify = useMay(classCalls.bachModifyClass)
  const mayCopy = useMay(classCalls.bachCopyClassToCategory)
  const mayDelete = useMay(classCalls.deleteTrain)
  const dialog = { onResult, onClose: () => setOpen(null) }
  const { said: count, isLong } = selected
  return (
    <div className="shell-row">
      {mayPublish && (
        <>
          <Button
            loading={pending.length > 0}
            onClick={() =>
              void run({
                key: 'shelve',
                label: say('shelve'),
                // What can be undone needs no question; what a job does cannot be.
                ...(isLong
                  ? { confirm: { title: say('shelveManyConfirm', { count }), text: chosen ?? '' } }
                  : {}),
                onClick: () => publish(selected, true),
              })
            }
          >
            {say('shelve')}
          </Button>
          <Button
            loading={pending.length > 0}
            onClick={() =>
              void run({
                key: 'unshelve',
                label: say('unshelve'),
                confirm: {
                  title: say('unshelveManyConfirm', { count }),
                  text: isLong
                    ? [chosen, say('unshelveHint')].join(' ')
                    : say('unshelveManyHint', { names: chosen ?? '' }),
                },
                onClick: () => publish(selected, false),
              })
            }
          >
            {say('unshelve')}
          </Button>
        </>
      )}
      {mayPrice && <Button onClick={() => setOpen('price')}>{say('batchPrice')}</Button>}
      {mayModify && <Button onClick={() => setOpen('modify')}>{say('batchModify')}</Button>}
      {mayCopy && <Button onClick={() => setOpen('copy')}>{say('batchCopy')}</Button>}
      {mayDelete && (
        <Button danger onClick={() => setOpen('remove')}>
          {say('delete')}
        </Button>
      )}
      {open === 'price' && <PriceDialog selected={selected} rows={rows} {...dialog} />}
      {open === 'modify' && <ModifyDialog selected={selected} rows={rows} {...dialog} />}
      {open === 'copy' && <CopyDialog selected={selected} {...dialog} />}
      {open === 'remove' && <DeleteClasses selected={selected} {...dialog} />}
    </div>
  )
}

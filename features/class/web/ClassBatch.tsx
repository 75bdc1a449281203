import Button from 'antd/es/button'
import Space from 'antd/es/space'
import { useState } from 'react'
import type { RevisedRows } from '../../../contract/revision.ts'
import { useChosenText } from '../../../web/shell/chosen.tsx'
import { useMay } from '../../../web/shell/may.ts'
import { useRowAction } from '../../../web/shell/RowActions.tsx'
import type { BatchResult } from '../batch/contract.ts'
import { classCalls } from '../contract.ts'
import { CopyDialog } from './CopyDialog.tsx'
import { DeleteClasses } from './DeleteClasses.tsx'
import { ModifyDialog } from './ModifyDialog.tsx'
import { PriceDialog } from './PriceDialog.tsx'
import { usePublish } from './usePublish.ts'
import { useClassWords } from './words.ts'

/** Rows of one batch at most, as the contract has it. */
const most = 200

/** What can be done with many classes at once; the report of each goes to the page. */
export function ClassBatch({
  ids,
  rows,
  onClear,
  onResult,
}: {
  ids: string[]
  /** The same, each at the revision it was shown at. */
  rows: RevisedRows
  /** Ends the selection. */
  onClear: () => void
  onResult: (result: BatchResult) => void
}) {
  const say = useClassWords()
  const [open, setOpen] = useState<'price' | 'modify' | 'copy' | 'remove' | null>(null)
  const chosen = useChosenText()
  const run = useRowAction()
  const { publish, pending } = usePublish({ onRefused: onResult, onDone: onClear })
  const mayPublish = useMay(classCalls.updateOnShelf)
  const mayPrice = useMay(classCalls.batchModifyClassAmount)
  const mayModify = useMay(classCalls.bachModifyClass)
  const mayCopy = useMay(classCalls.bachCopyClassToCategory)
  const mayDelete = useMay(classCalls.deleteTrain)
  const dialog = { onResult, onClose: () => setOpen(null) }
  if (ids.length > most) return <span role="status">{say('tooMany', { most })}</span>
  return (
    <Space wrap>
      {mayPublish && (
        <>
          <Button loading={pending.length > 0} onClick={() => publish(ids, true)}>
            {say('shelve')}
          </Button>
          <Button
            loading={pending.length > 0}
            onClick={() =>
              void run({
                key: 'unshelve',
                label: say('unshelve'),
                confirm: {
                  title: say('unshelveManyConfirm', { count: ids.length }),
                  text: say('unshelveManyHint', { names: chosen ?? '' }),
                },
                onClick: () => publish(ids, false),
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
      {open === 'price' && <PriceDialog rows={rows} {...dialog} />}
      {open === 'modify' && <ModifyDialog rows={rows} {...dialog} />}
      {open === 'copy' && <CopyDialog ids={ids} {...dialog} />}
      {open === 'remove' && <DeleteClasses ids={ids} {...dialog} />}
    </Space>
  )
}

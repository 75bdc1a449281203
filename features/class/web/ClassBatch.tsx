import Button from 'antd/es/button'
import Space from 'antd/es/space'
import { useState } from 'react'
import type { RevisedRows } from '../../../contract/revision.ts'
import { useAction } from '../../../web/client.ts'
import { useMay } from '../../../web/shell/may.ts'
import type { BatchResult } from '../batch/contract.ts'
import { classCalls } from '../contract.ts'
import { CopyDialog } from './CopyDialog.tsx'
import { DeleteClasses } from './DeleteClasses.tsx'
import { ModifyDialog } from './ModifyDialog.tsx'
import { PriceDialog } from './PriceDialog.tsx'
import { useClassWords } from './words.ts'

/** Rows of one batch at most, as the contract has it. */
const most = 200

/** What can be done with many classes at once; the report of each goes to the page. */
export function ClassBatch({
  ids,
  rows,
  onResult,
}: {
  ids: string[]
  /** The same, each at the revision it was shown at. */
  rows: RevisedRows
  onResult: (result: BatchResult) => void
}) {
  const say = useClassWords()
  const [open, setOpen] = useState<'price' | 'modify' | 'copy' | 'remove' | null>(null)
  const publish = useAction(classCalls.updateOnShelf, { onDone: onResult })
  const mayPublish = useMay(classCalls.updateOnShelf)
  const mayPrice = useMay(classCalls.batchModifyClassAmount)
  const mayModify = useMay(classCalls.bachModifyClass)
  const mayCopy = useMay(classCalls.bachCopyClassToCategory)
  const mayDelete = useMay(classCalls.deleteTrain)
  const dialog = { onResult, onClose: () => setOpen(null) }
  if (ids.length > most) return <span role="status">{say('tooMany', { most })}</span>
  return (
    <Space wrap>
      {mayPublish &&
        ([true, false] as const).map((onShelf) => (
          <Button
            key={String(onShelf)}
            loading={publish.isPending}
            onClick={() => publish.mutate({ ids, onShelf })}
          >
            {say(onShelf ? 'shelve' : 'unshelve')}
          </Button>
        ))}
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

import { useQueryClient } from '@tanstack/react-query'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import { type ReactNode, useState } from 'react'
import { useAction } from '../../../web/client.ts'
import { refetchAll } from '../../../web/refetchAll.ts'
import type { Selected } from '../../../web/shell/control/chosen.tsx'
import { Note } from '../../../web/shell/control/Note.tsx'
import { OfficeDrawer } from '../../../web/shell/control/OfficeDrawer.tsx'
import { dialogWidths } from '../../../web/shell/control/dialogSizes.ts'
import { FormDrawer } from '../../../web/shell/form/FormDrawer.tsx'
import { transferCalls } from '../contract.ts'
import { TransferPreview } from './TransferPreview.tsx'
import { TransferProgress } from './TransferProgress.tsx'
import { useTransferWords } from './words.ts'

interface Fields {
  classId?: string
  reason: string
}

/** Moves learners into another class: the class, what each brings, the start, the progress, the error file. */
export default function TransferDrawer({
  selected,
  picker,
  onClose,
}: {
  selected: Selected
  /** Chooses a class; it is given a value, and is told of another. */
  picker: ReactNode
  /** Closes it; true once the transfer has begun: the rows need not be chosen any more. */
  onClose: (hasBegun: boolean) => void
}) {
  const say = useTransferWords()
  const cache = useQueryClient()
  const [classId, setClass] = useState<string>()
  const [begun, setBegun] = useState<string | null>(null)
  const begin = useAction(transferCalls.transferClass, { quiet: true })
  const { selection, said } = selected
  const close = () => {
    // Rows have left the lists below, and joined others.
    if (begun) void refetchAll(cache)
    onClose(begun !== null)
  }
  if (begun)
    return (
      <OfficeDrawer open title={say('transfer')} size={dialogWidths.wide} onClose={close}>
        <TransferProgress batchId={begun} onLeave={close} />
      </OfficeDrawer>
    )
  return (
    <FormDrawer<Fields, { batchId?: string }>
      name="transfer"
      title={say('transfer')}
      size="wide"
      submit={say('begin', { count: said })}
      values={{ reason: '' }}
      isBlocked={!classId}
      onValuesChange={(_, values) => setClass(values.classId)}
      onSave={({ classId: into, reason }) => begin.mutateAsync({ ...selection, classId: into!, reason })}
      onSaved={({ batchId }) => setBegun(batchId!)}
      onClose={close}
    >
      <Form.Item name="classId" label={say('target')} rules={[{ required: true }]}>
        {picker}
      </Form.Item>
      <Form.Item
        name="reason"
        label={say('reason')}
        extra={say('reasonHint')}
        rules={[{ required: true, whitespace: true, min: 2 }]}
      >
        <Input maxLength={200} />
      </Form.Item>
      {'filter' in selection ? (
        <Note type="info" title={say('byFilter', { count: said })} description={say('priceHint')} />
      ) : classId ? (
        <TransferPreview ids={selection.ids} classId={classId} />
      ) : (
        <p>{say('choose')}</p>
      )}
    </FormDrawer>
  )
}

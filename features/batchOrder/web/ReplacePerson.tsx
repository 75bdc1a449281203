import Form from 'antd/es/form'
import { useState } from 'react'
import { useAction, useCall } from '../../../web/client.ts'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { ReasonItem } from '../../../web/shell/form/ReasonItem.tsx'
import { SearchSelect } from '../../../web/shell/control/SearchSelect.tsx'
import { usePaused } from '../../../web/shell/view/usePaused.ts'
import { unitClassCalls } from '../../unitClass/contract.ts'
import { batchOrderCalls } from '../contract.ts'
import { useBatchOrderWords } from './words.ts'

/** Gives the place of a person who has not begun to another of the unit. */
export default function ReplacePerson({
  unitClassId,
  itemId,
  name,
  onClose,
}: {
  unitClassId: string
  itemId: string
  name: string
  onClose: () => void
}) {
  const say = useBatchOrderWords()
  const replace = useAction(batchOrderCalls.replacePerson, { quiet: true })
  return (
    <FormDialog<{ accountId?: string; reason: string }, { enrolmentId: string }>
      name="replace-person"
      title={say('replaceTitle', { name })}
      submit={say('replace')}
      values={{ reason: '' }}
      success={say('replaced')}
      onSave={({ accountId, reason }) => replace.mutateAsync({ itemId, accountId: accountId!, reason })}
      onClose={onClose}
    >
      <p>{say('replaceHint')}</p>
      <Form.Item name="accountId" label={say('replaceTo')} rules={[{ required: true }]}>
        <StaffPicker unitClassId={unitClassId} />
      </Form.Item>
      <ReasonItem />
    </FormDialog>
  )
}

/** Picks one of the unit’s people who can have a place. */
function StaffPicker({
  unitClassId,
  value,
  onChange,
  id,
}: {
  unitClassId: string
  value?: string
  onChange?: (accountId?: string) => void
  id?: string
}) {
  const say = useBatchOrderWords()
  const [text, setText] = useState('')
  const [known, setKnown] = useState<{ value: string; label: string }>()
  const keyword = usePaused(text)
  const found = useCall(
    unitClassCalls.findStaff,
    { unitClassId, free: true, limit: 20, ...(keyword ? { keyword } : {}) },
    { keep: true },
  )
  const options = (found.data?.list ?? []).map(({ accountId, realName, cardMask, mobileMask }) => ({
    value: accountId,
    label: `${realName} ${cardMask ?? mobileMask ?? ''}`.trim(),
  }))
  return (
    <SearchSelect
      {...(id ? { id } : {})}
      value={value}
      width="100%"
      placeholder={say('realName')}
      onChange={(next) => {
        setKnown(options.find((option) => option.value === next))
        onChange?.(next)
      }}
      onSearch={setText}
      busy={keyword !== text || found.isPending || found.isPlaceholderData}
      chosen={known?.value === value ? known : undefined}
      options={options}
    />
  )
}

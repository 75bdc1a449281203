import Alert from 'antd/es/alert'
import Descriptions from 'antd/es/descriptions'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import { useAction, useCall } from '../../../../web/client.ts'
import { Loaded } from '../../../../web/kit/Loaded.tsx'
import { FormDialog } from '../../../../web/shell/form/FormDialog.tsx'
import { UnitPicker } from '../../web/UnitPicker.tsx'
import { mergeCalls } from '../contract.ts'
import type { filledFields } from '../rules.ts'
import { useMergeWords } from './words.ts'

interface Values {
  toId?: string
  name?: string
}

/** Merges a unit into another for good: what goes is counted first, and the name is typed. */
export default function MergeDialog({
  from,
  onClose,
  onMerged,
}: {
  from: { id: string; name: string }
  onClose: () => void
  onMerged: (toId: string) => void
}) {
  const say = useMergeWords()
  const [form] = Form.useForm<Values>()
  const toId = Form.useWatch('toId', form)
  const preview = useCall(
    mergeCalls.getMergePreview,
    { fromId: from.id, toId: toId! },
    { enabled: toId !== undefined, staleTime: 0 },
  )
  const data = toId === undefined ? undefined : preview.data
  const merge = useAction(mergeCalls.mergeUnit, { quiet: true })
  const counted = ['people', 'managers', 'orders', 'classes', 'children'] as const
  return (
    <FormDialog<Values, unknown>
      name="unit-merge"
      form={form}
      size="middle"
      title={say('title', { name: from.name })}
      submit={say('merge')}
      danger
      isBlocked={!data}
      values={{}}
      onSave={() => merge.mutateAsync({ fromId: from.id, toId: toId!, expected: data!.counts })}
      success={say('done', { from: from.name, to: data?.toName ?? '' })}
      onSaved={() => {
        onClose()
        onMerged(toId!)
      }}
      onClose={onClose}
    >
      <Alert type="warning" showIcon title={say('warning')} style={{ marginBottom: 16 }} />
      <Form.Item
        name="toId"
        label={say('target')}
        extra={say('targetHint', { name: from.name })}
        rules={[{ required: true, message: say('needed') }]}
      >
        <UnitPicker wide />
      </Form.Item>
      {toId !== undefined && !data && <Loaded query={preview}>{() => null}</Loaded>}
      {data && (
        <>
          <Descriptions
            bordered
            size="small"
            column={1}
            title={say('moves', { from: data.fromName, to: data.toName })}
            items={counted.map((key) => ({ key, label: say(key), children: data.counts[key] }))}
          />
          <p style={{ marginTop: 16 }}>{say('goesOn')}</p>
          {data.filled.length > 0 && (
            <p>
              {say('filled', {
                from: data.fromName,
                to: data.toName,
                fields: data.filled
                  .map((field) => say(field as (typeof filledFields)[number]))
                  .join(say('comma')),
              })}
            </p>
          )}
          {data.lostTerms.length > 0 && (
            <p>{say('lost', { from: data.fromName, to: data.toName, count: data.lostTerms.length })}</p>
          )}
          <Form.Item
            name="name"
            label={say('confirm', { name: data.fromName })}
            rules={[
              {
                async validator(_, text?: string) {
                  if (text?.trim() !== data.fromName) throw new Error(say('confirmWrong'))
                },
              },
            ]}
          >
            <Input autoComplete="off" />
          </Form.Item>
        </>
      )}
    </FormDialog>
  )
}

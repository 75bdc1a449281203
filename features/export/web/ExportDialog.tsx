import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Radio from 'antd/es/radio'
import { streamedRows } from '../../../contract/exporting.ts'
import { countedRows } from '../../../contract/paging.ts'
import { useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import type { ExportProps } from '../../../web/shell/list/ExportPart.tsx'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { useBilingual } from '../../../web/words.ts'
import { listExportCalls } from '../contract.ts'
import { fileDays } from '../rules.ts'
import { useExportWords } from './words.ts'

/** Choices for exporting a list: numbers masked or, for a reason, in full; a job makes what is long. */
export default function ExportDialog({
  call,
  filter,
  total,
  mayReveal,
  onStream,
  onClose,
}: ExportProps & {
  mayReveal: boolean
  /** Quiet: what it refuses is shown by the dialog, which stays. */
  onStream: () => Promise<void>
  onClose: () => void
}) {
  const say = useExportWords()
  const pick = useBilingual()
  const create = useAction(listExportCalls.create, { quiet: true })
  const list = pick(call.title.zh, call.title.en)
  const columns = call.numbers.map((number) => say(number)).join(say('comma'))

  async function save({ numbers, reason }: { numbers: 'masked' | 'unmasked'; reason: string }) {
    const unmasked = numbers === 'unmasked'
    if (!unmasked && total <= streamedRows) return onStream()
    const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
    await create.mutateAsync({
      path: call.path,
      filter: given as Record<string, string | number | boolean>,
      ...(unmasked ? { unmasked, reason } : {}),
    })
    notify('success', say('started', { list }))
  }
  return (
    <FormDialog
      name="export"
      title={say('title', { list })}
      submit={say('start')}
      values={{ numbers: 'masked' as 'masked' | 'unmasked', reason: '' }}
      onSave={save}
      onSaved={onClose}
      onClose={onClose}
    >
      <p>{say(total >= countedRows ? 'rowsMany' : 'rows', { count: total })}</p>
      {total > streamedRows && <p>{say('byJob', { most: streamedRows, days: fileDays })}</p>}
      {mayReveal && (
        <Form.Item name="numbers" label={say('numbers')}>
          <Radio.Group
            options={(['masked', 'unmasked'] as const).map((value) => ({
              value,
              label: say(value, { columns }),
            }))}
          />
        </Form.Item>
      )}
      <Form.Item noStyle dependencies={['numbers']}>
        {({ getFieldValue }) =>
          getFieldValue('numbers') === 'unmasked' && (
            <>
              <p>{say('unmaskedHint')}</p>
              <Form.Item
                name="reason"
                label={say('reason')}
                extra={say('reasonHint')}
                rules={[{ required: true, whitespace: true, min: 4 }]}
              >
                <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
              </Form.Item>
            </>
          )
        }
      </Form.Item>
    </FormDialog>
  )
}

import Form from 'antd/es/form'
import Radio from 'antd/es/radio'
import { countText } from '../../../contract/paging.ts'
import { useAction, useCall } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { listExportCalls } from '../../export/contract.ts'
import { registerCalls, registerExports } from '../../certificate/register/contract.ts'
import { useRegisterWords } from '../../certificate/register/web/words.ts'

const forms = { pdf: registerExports.printPdf.path, zip: registerExports.printZip.path }

/** Has the valid certificates of a filter printed by a job, and says how many: as one PDF or as a file each. */
export default function PrintDialog({
  filter,
  onClose,
}: {
  filter: Record<string, unknown>
  onClose: () => void
}) {
  const say = useRegisterWords()
  const create = useAction(listExportCalls.create, { quiet: true })
  const { data } = useCall(registerCalls.find, { ...filter, limit: 1 }, { staleTime: 0 })
  const count = data?.total
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
  return (
    <FormDialog<{ form: keyof typeof forms }, void>
      name="print-certificates"
      title={say('printTitle')}
      submit={say('start')}
      isBlocked={count === 0}
      values={{ form: 'pdf' }}
      onSave={async ({ form }) => {
        await create.mutateAsync({ path: forms[form], filter: given as Record<string, string> })
        notify('success', say('started'))
      }}
      onSaved={onClose}
      onClose={onClose}
    >
      <p role="status">
        {count === undefined
          ? say('printCounting')
          : say(count === 0 ? 'nothingToPrint' : 'printCount', { count: countText(count) })}
      </p>
      <p>{say('printHint')}</p>
      <Form.Item name="form" label={say('form')}>
        <Radio.Group options={(['pdf', 'zip'] as const).map((value) => ({ value, label: say(value) }))} />
      </Form.Item>
    </FormDialog>
  )
}

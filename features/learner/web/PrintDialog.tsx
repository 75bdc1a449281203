import Form from 'antd/es/form'
import Radio from 'antd/es/radio'
import { useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { listExportCalls } from '../../export/contract.ts'
import { registerExports } from '../../certificate/register/contract.ts'
import { useRegisterWords } from '../../certificate/register/web/words.ts'

const forms = { pdf: registerExports.printPdf.path, zip: registerExports.printZip.path }

/** Has the certificates of a filter printed by a job: as one PDF or as a file each. */
export default function PrintDialog({
  filter,
  onClose,
}: {
  filter: Record<string, unknown>
  onClose: () => void
}) {
  const say = useRegisterWords()
  const create = useAction(listExportCalls.create, { quiet: true })
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
  return (
    <FormDialog<{ form: keyof typeof forms }, void>
      name="print-certificates"
      title={say('printTitle')}
      submit={say('start')}
      values={{ form: 'pdf' }}
      onSave={async ({ form }) => {
        await create.mutateAsync({ path: forms[form], filter: given as Record<string, string> })
        notify('success', say('started'))
      }}
      onSaved={onClose}
      onClose={onClose}
    >
      <p>{say('printHint')}</p>
      <Form.Item name="form" label={say('form')}>
        <Radio.Group options={(['pdf', 'zip'] as const).map((value) => ({ value, label: say(value) }))} />
      </Form.Item>
    </FormDialog>
  )
}

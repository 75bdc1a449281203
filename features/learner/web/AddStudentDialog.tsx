import Alert from 'antd/es/alert'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import { isIdCard, isMobile } from '../../../contract/identity.ts'
import { normalizeCode, normalizeMobile } from '../../../contract/normalize.ts'
import { useAction } from '../../../web/client.ts'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import type { Handover } from '../../account/manage/web/OneTimePassword.tsx'
import { usePrintableRule } from '../../print/web/printable.ts'
import { studentManageCalls } from '../../student/manage/contract.ts'
import { UnitPicker } from '../../unit/web/UnitPicker.tsx'
import { useFieldValue } from './useFieldValue.ts'
import { useLearnerWords } from './words.ts'
import { useAllowClear } from '../../../web/shell/control/useAllowClear.tsx'

interface Fields {
  realName: string
  cardNumber: string
  mobile: string
  unitId?: string
  personnelCategory?: string
}

/** Adds one learner; the password is shown once. */
export default function AddStudentDialog({
  onClose,
  onMade,
}: {
  onClose: () => void
  onMade: (handover: Handover) => void
}) {
  const say = useLearnerWords()
  const allowClear = useAllowClear()
  const printable = usePrintableRule()
  const { choices, nameOf } = useFieldValue()
  const save = useAction(studentManageCalls.saveStudent, { quiet: true })
  const sound = (isSound: (text: string) => boolean, message: string) => ({
    validator: async (_: unknown, value = '') => {
      if (value.trim() === '') throw new Error(say('mustFill'))
      if (!isSound(value.trim())) throw new Error(message)
    },
  })
  return (
    <FormDialog
      name="add-student"
      title={say('addTitle')}
      values={{ realName: '', cardNumber: '', mobile: '' } as Fields}
      onSave={({ unitId, personnelCategory, ...person }) =>
        save.mutateAsync({
          realName: person.realName.trim(),
          cardNumber: person.cardNumber.trim(),
          mobile: person.mobile.trim(),
          ...(unitId ? { unitId } : {}),
          ...(personnelCategory ? { personnelCategory } : {}),
        })
      }
      onSaved={({ loginName, password }) => {
        onClose()
        onMade({ name: loginName, password })
      }}
      onClose={onClose}
    >
      <Alert type="info" title={say('addHint')} style={{ marginBottom: 16 }} />
      <Form.Item
        name="realName"
        label={say('realName')}
        rules={[{ required: true, whitespace: true, min: 2, message: say('mustFill') }, printable]}
      >
        <Input maxLength={40} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="cardNumber"
        label={say('idNumber')}
        required
        rules={[sound((text) => isIdCard(normalizeCode(text)), say('wrongIdCard'))]}
      >
        <Input autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item
        name="mobile"
        label={say('mobile')}
        required
        rules={[sound((text) => isMobile(normalizeMobile(text)), say('wrongMobile'))]}
      >
        <Input inputMode="numeric" autoComplete="off" />
      </Form.Item>
      <Form.Item name="unitId" label={say('unit')}>
        <UnitPicker />
      </Form.Item>
      <Form.Item name="personnelCategory" label={nameOf('personnelCategory')}>
        <Select allowClear={allowClear} options={choices('personnelCategory')} />
      </Form.Item>
    </FormDialog>
  )
}

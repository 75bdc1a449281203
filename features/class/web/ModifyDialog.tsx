import Form from 'antd/es/form'
import InputNumber from 'antd/es/input-number'
import Select from 'antd/es/select'
import type { RevisedRows } from '../../../contract/revision.ts'
import { useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { revised, type Selected } from '../../../web/shell/control/chosen.tsx'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import type { BatchResult } from '../../../contract/selection.ts'
import { classCalls } from '../contract.ts'
import { CategorySelect } from './CategorySelect.tsx'
import { type ChangeValues, changesOf } from './changeValues.ts'
import { PeriodInput } from '../../../web/shell/form/PeriodInput.tsx'
import { PersonnelSelect } from './PersonnelSelect.tsx'
import { RegionSelect } from './RegionSelect.tsx'
import { TemplateSelect } from './TemplateSelect.tsx'
import { useClassWords } from './words.ts'
import { useAllowClear } from '../../../web/shell/control/useAllowClear.tsx'

/** The same change to some fields of many classes. */
export default function ModifyDialog({
  selected,
  rows,
  onClose,
  onResult,
}: {
  selected: Selected
  rows: RevisedRows
  onClose: () => void
  onResult: (result: BatchResult) => void
}) {
  const say = useClassWords()
  const allowClear = useAllowClear()
  const modify = useAction(classCalls.bachModifyClass, { quiet: true })
  const yesNo = [
    { value: true, label: say('yes') },
    { value: false, label: say('no') },
  ]

  async function save(values: ChangeValues) {
    const changes = changesOf(values)
    if (changes) return modify.mutateAsync({ ...revised(selected, rows), changes })
    notify('prompt', say('modifyNone'))
    return null
  }

  return (
    <FormDialog<ChangeValues, BatchResult | null>
      name="class-modify"
      size="middle"
      title={say('batchModify')}
      submit={say('apply', { count: selected.said })}
      values={{}}
      onSave={save}
      onSaved={(result) => result && onResult(result)}
      onClose={onClose}
    >
      <p>{say('modifyHint')}</p>
      <div className="class-form-row">
        <Form.Item name="categoryId" label={say('category')}>
          <CategorySelect />
        </Form.Item>
        <Form.Item name="year" label={say('year')}>
          <InputNumber min={2000} max={2100} precision={0} />
        </Form.Item>
        <Form.Item name="quota" label={say('places')}>
          <InputNumber min={1} precision={0} />
        </Form.Item>
        <Form.Item name="validDays" label={say('days')}>
          <InputNumber min={1} max={3650} precision={0} />
        </Form.Item>
        <Form.Item name="needReview" label={say('needReview')}>
          <Select allowClear={allowClear} options={yesNo} />
        </Form.Item>
        <Form.Item name="refundable" label={say('refundable')}>
          <Select allowClear={allowClear} options={yesNo} />
        </Form.Item>
      </div>
      <Form.Item name="signUp" label={say('signUp')}>
        <PeriodInput />
      </Form.Item>
      <Form.Item name="study" label={say('study')}>
        <PeriodInput />
      </Form.Item>
      <Form.Item name="certificateTemplateId" label={say('certificate')}>
        <TemplateSelect />
      </Form.Item>
      <Form.Item name="personnelCategories" label={say('intendedFor')}>
        <PersonnelSelect />
      </Form.Item>
      <Form.Item name="regions" label={say('intendedRegions')}>
        <RegionSelect />
      </Form.Item>
    </FormDialog>
  )
}

import Form from 'antd/es/form'
import Input from 'antd/es/input'
import InputNumber from 'antd/es/input-number'
import Radio from 'antd/es/radio'
import Select from 'antd/es/select'
import type { BatchResult } from '../../../contract/selection.ts'
import { useAction, useCall } from '../../../web/client.ts'
import { thisYear } from '../../../web/dayStart.ts'
import type { Selection } from '../../../web/shell/control/chosen.tsx'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { useBilingual } from '../../../web/words.ts'
import { type SkillLevel, skillLevels, templateCalls } from '../../certificate/template/contract.ts'
import { levelNames } from '../../certificate/template/rules.ts'
import { LearnerPicker, type Picked } from '../../student/manage/web/LearnerPicker.tsx'
import { certifyCalls } from '../certify/contract.ts'
import { useCertifyWords } from './certifyWords.ts'

interface Values {
  learner?: Picked
  kind: 'skill' | 'year'
  templateId?: string
  title?: string
  level?: SkillLevel
  year?: number
}

/**
 * Issues certificates to the chosen learners, or to one who is looked for: of a skill and level, or of a year that is
 * due. This year and the only template are there at first; a skill and its level are nobody's default.
 */
export default function CertifyDialog({
  selection,
  onSaved,
  onClose,
}: {
  selection?: Selection
  onSaved: (result: BatchResult) => void
  onClose: () => void
}) {
  const say = useCertifyWords()
  const pick = useBilingual()
  const skill = useAction(certifyCalls.issueSkill, { quiet: true })
  const yearly = useAction(certifyCalls.issueYear, { quiet: true })
  const templates = useCall(templateCalls.query, { kind: ['skill'], status: 'active', limit: 50 })
  const only = templates.data?.list.length === 1 ? templates.data.list[0] : undefined
  const needed = [{ required: true, message: say('mustFill') }]
  return (
    <FormDialog<Values, BatchResult>
      name="certify"
      title={say('certify')}
      submit={say('start')}
      values={{ kind: 'skill', year: thisYear(), ...(only && { templateId: only.id }) }}
      query={templates}
      onSave={({ learner, kind, templateId, title, level, year }) => {
        const those = selection ?? { ids: [learner!.accountId] }
        return kind === 'skill'
          ? skill.mutateAsync({ ...those, templateId: templateId!, title: title!, level: level! })
          : yearly.mutateAsync({ ...those, year: year! })
      }}
      onSaved={onSaved}
      onClose={onClose}
    >
      {!selection && (
        <Form.Item name="learner" label={say('learner')} extra={say('manyHint')} rules={needed}>
          <LearnerPicker placeholder={say('learnerHint')} />
        </Form.Item>
      )}
      <Form.Item name="kind" label={say('kind')} extra={selection && say('hint')}>
        <Radio.Group
          options={[
            { value: 'skill', label: say('skill') },
            { value: 'year', label: say('yearly') },
          ]}
        />
      </Form.Item>
      <Form.Item noStyle dependencies={['kind']}>
        {({ getFieldValue }) =>
          getFieldValue('kind') === 'year' ? (
            <Form.Item name="year" label={say('year')} rules={needed}>
              <InputNumber min={2000} max={2100} precision={0} />
            </Form.Item>
          ) : (
            <>
              <Form.Item name="templateId" label={say('template')} rules={needed}>
                <Select
                  loading={templates.isFetching}
                  notFoundContent={say('noTemplate')}
                  options={(templates.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }))}
                />
              </Form.Item>
              <Form.Item
                name="title"
                label={say('skillName')}
                rules={[{ required: true, whitespace: true, min: 2, message: say('mustFill') }]}
              >
                <Input maxLength={60} />
              </Form.Item>
              <Form.Item name="level" label={say('level')} rules={needed}>
                <Select
                  options={skillLevels.map((value) => ({
                    value,
                    label: pick(levelNames[value].zh, levelNames[value].en),
                  }))}
                />
              </Form.Item>
            </>
          )
        }
      </Form.Item>
    </FormDialog>
  )
}

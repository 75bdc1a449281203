import Form from 'antd/es/form'
import Input from 'antd/es/input'
import InputNumber from 'antd/es/input-number'
import Radio from 'antd/es/radio'
import Select from 'antd/es/select'
import { useState } from 'react'
import type { OutputOf } from '../../../contract/call.ts'
import { normalizeCode } from '../../../contract/normalize.ts'
import { isIdCard } from '../../../contract/identity.ts'
import { useCall } from '../../../web/client.ts'
import { thisYear } from '../../../web/dayStart.ts'
import type { Choice } from '../../../web/shell/control/choice.ts'
import { SearchSelect } from '../../../web/shell/control/SearchSelect.tsx'
import { usePaused } from '../../../web/shell/view/usePaused.ts'
import { useClassTypeName } from '../../classType/web/classType.ts'
import { enrolmentCalls } from '../../enrolment/contract.ts'
import { usePrintableRule } from '../../print/web/printable.ts'
import { useSettings } from '../../project/web/settings.ts'
import { studentManageCalls } from '../../student/manage/contract.ts'
import { UnitPicker } from '../../unit/web/UnitPicker.tsx'
import { type CorrectionKind, passableStatuses } from '../rules.ts'
import { enrolmentLifecycle } from '../../enrolment/rules.ts'
import { useStateName } from '../../../web/words.ts'
import { useCorrectionWords } from './words.ts'

/** The learner a proposal is for, and the kind it begins with. */
export interface ForLearner {
  accountId: string
  name: string
  kind?: CorrectionKind
  /** The enrolment it is about, where one is known. */
  enrolmentId?: string
}

/** The fields of one kind of correction, below `change` of the form. */
export function ChangeInputs({ kind, learner }: { kind: CorrectionKind; learner: ForLearner }) {
  switch (kind) {
    case 'identity':
      return <IdentityInputs name={learner.name} />
    case 'unit':
      return <UnitInputs />
    case 'hours':
      return <HoursInputs />
    case 'score':
      return <ScoreInputs accountId={learner.accountId} />
    case 'pass':
      return <PassInputs learner={learner} />
  }
}

function IdentityInputs({ name }: { name: string }) {
  const say = useCorrectionWords()
  const printable = usePrintableRule()
  return (
    <>
      <Form.Item
        name={['change', 'realName']}
        label={say('realName')}
        extra={say('identityHint')}
        initialValue={name}
        rules={[{ required: true, whitespace: true, min: 2, message: say('mustFill') }, printable]}
      >
        <Input maxLength={40} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name={['change', 'cardNumber']}
        label={say('idNumber')}
        extra={say('cardKeep')}
        rules={[
          {
            validator: async (_, value?: string) => {
              if (value?.trim() && !isIdCard(normalizeCode(value))) throw new Error(say('wrongCard'))
            },
          },
        ]}
      >
        <Input autoComplete="off" spellCheck={false} />
      </Form.Item>
    </>
  )
}

function UnitInputs() {
  const say = useCorrectionWords()
  return (
    <Form.Item
      name={['change', 'unitId']}
      label={say('unitName')}
      rules={[{ required: true, message: say('mustFill') }]}
    >
      <UnitPicker />
    </Form.Item>
  )
}

function HoursInputs() {
  const say = useCorrectionWords()
  const typeName = useClassTypeName()
  const { showClassType } = useSettings()
  const currentYear = thisYear()
  const needed = [{ required: true, message: say('mustFill') }]
  return (
    <>
      <Form.Item name={['change', 'year']} label={say('year')} initialValue={currentYear} rules={needed}>
        <Select
          options={Array.from({ length: 8 }, (_, i) => currentYear - i).map((value) => ({
            value,
            label: String(value),
          }))}
        />
      </Form.Item>
      <Form.Item name={['change', 'classType']} label={say('type')} rules={needed}>
        <Select options={showClassType.map(({ key }) => ({ value: key, label: typeName(key) }))} />
      </Form.Item>
      <Form.Item name={['change', 'attribute']} label={say('attribute')} initialValue="required">
        <Radio.Group
          options={(['required', 'elective'] as const).map((value) => ({ value, label: say(value) }))}
        />
      </Form.Item>
      <Form.Item name={['change', 'hours']} label={say('delta')} extra={say('deltaHint')} rules={needed}>
        <InputNumber min={-1000} max={1000} step={0.1} precision={1} style={{ width: 160 }} />
      </Form.Item>
      <Form.Item
        name={['change', 'title']}
        label={say('title')}
        extra={say('titleHint')}
        rules={[{ required: true, whitespace: true, min: 2, message: say('mustFill') }]}
      >
        <Input maxLength={60} />
      </Form.Item>
    </>
  )
}

function ScoreInputs({ accountId }: { accountId: string }) {
  const say = useCorrectionWords()
  const query = useCall(studentManageCalls.findExamList, { accountId, status: ['scored'], limit: 50 })
  const scored = query.data?.list ?? []
  const chosen = Form.useWatch<string | undefined>(['change', 'attemptId'])
  const most = scored.find((attempt) => attempt.id === chosen)?.total ?? 1000
  const needed = [{ required: true, message: say('mustFill') }]
  return (
    <>
      <Form.Item name={['change', 'attemptId']} label={say('attempt')} rules={needed}>
        <Select
          loading={query.isPending}
          notFoundContent={say('attemptNone')}
          options={scored.map(({ id, examName: exam, number, score, total }) => ({
            value: id,
            label: say('attemptLine', { exam, number, score: score ?? 0, total }),
          }))}
        />
      </Form.Item>
      <Form.Item name={['change', 'score']} label={say('scoreNew')} rules={needed}>
        <InputNumber min={0} max={most} step={0.5} precision={1} style={{ width: 160 }} />
      </Form.Item>
    </>
  )
}

/** An enrolment of a learner whose pass can be corrected, found by a part of its class's name. */
function EnrolmentSelect({
  accountId,
  ...props
}: {
  accountId: string
  id?: string
  value?: string
  onChange?: (id?: string) => void
}) {
  const say = useCorrectionWords()
  const stateName = useStateName(enrolmentLifecycle)
  const [text, setText] = useState('')
  const word = usePaused(text)
  const query = useCall(
    enrolmentCalls.findPortfolioPage,
    { accountId, limit: 50, ...(word ? { className: word } : {}) },
    { keep: true },
  )
  const chosen = useEnrolment(props.value)
  const choiceOf = ({ id, className: name, status }: Enrolment): Choice => ({
    value: id,
    label: say('enrolmentLine', { name, status: stateName(status) }),
  })
  return (
    <SearchSelect
      {...props}
      value={props.value}
      onChange={props.onChange}
      width="100%"
      placeholder={say('enrolmentFind')}
      onSearch={setText}
      busy={word !== text || query.isPending || query.isPlaceholderData}
      chosen={chosen && choiceOf(chosen)}
      options={(query.data?.list ?? [])
        .filter(({ status }) => passableStatuses.includes(status))
        .map(choiceOf)}
    />
  )
}

type Enrolment = OutputOf<typeof enrolmentCalls.findPortfolioPage>['list'][number]

function useEnrolment(id: string | undefined): Enrolment | undefined {
  const { data } = useCall(
    enrolmentCalls.findPortfolioPage,
    { enrolmentId: id!, limit: 1 },
    { enabled: id !== undefined },
  )
  return data?.list[0]
}

function PassInputs({ learner }: { learner: ForLearner }) {
  const say = useCorrectionWords()
  const row = useEnrolment(Form.useWatch<string | undefined>(['change', 'enrolmentId']))
  const needed = [{ required: true, message: say('mustFill') }]
  return (
    <>
      <Form.Item
        name={['change', 'enrolmentId']}
        label={say('enrolment')}
        initialValue={learner.enrolmentId}
        rules={needed}
      >
        <EnrolmentSelect accountId={learner.accountId} />
      </Form.Item>
      <Form.Item
        name={['change', 'passed']}
        label={say('pass')}
        rules={needed}
        extra={row?.status === 'passed' && say('revertHint')}
      >
        <Radio.Group
          disabled={!row}
          options={[
            { value: true, label: say('toPassed'), disabled: row?.status === 'passed' },
            { value: false, label: say('toActive'), disabled: row?.status !== 'passed' },
          ]}
        />
      </Form.Item>
    </>
  )
}

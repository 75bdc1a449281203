import Form from 'antd/es/form'
import Input from 'antd/es/input'
import InputNumber from 'antd/es/input-number'
import { useRef } from 'react'
import { send, useAction } from '../../../web/client.ts'
import { thisYear } from '../../../web/dayStart.ts'
import { freshId } from '../../../web/freshId.ts'
import { FormPage } from '../../../web/shell/form/FormPage.tsx'
import { PersonnelSelect } from '../../class/web/PersonnelSelect.tsx'
import { RegionSelect } from '../../class/web/RegionSelect.tsx'
import { HtmlInput } from '../../file/web/HtmlInput.tsx'
import { UnitsSelect } from '../../unit/web/UnitsSelect.tsx'
import { type Plan, planCalls, type PlanFields } from '../contract.ts'
import { ClassesSelect } from './ClassesSelect.tsx'
import { type HoursByType, HoursInput } from './HoursInput.tsx'
import './TrainPlan.css'
import { useTrainPlanWords } from './words.ts'

type Values = Omit<PlanFields, 'hours' | 'dueOn'> & { hours: HoursByType; dueOn: string }

const valuesOf = (plan: Plan | null): Values => ({
  name: plan?.name ?? '',
  year: plan?.year ?? thisYear(),
  introduction: plan?.introduction ?? '',
  dueOn: plan?.dueOn ?? '',
  hours: Object.fromEntries(plan?.hours.map((one) => [one.classType, one.hoursTenths / 10]) ?? []),
  personnelCategories: plan?.personnelCategories ?? [],
  regions: plan?.regions ?? [],
  unitIds: plan?.unitIds ?? [],
  requiredClassIds: plan?.requiredClassIds ?? [],
  classIds: plan?.classIds ?? [],
})

const fieldsOf = ({ hours, dueOn, ...values }: Values): PlanFields => ({
  ...values,
  dueOn: dueOn || null,
  hours: Object.entries(hours).flatMap(([classType, given]) =>
    given ? [{ classType, hoursTenths: Math.round(given * 10) }] : [],
  ),
})

/** Writes a plan, or changes one. */
export function PlanForm({ plan, onSaved }: { plan: Plan | null; onSaved: (id: string) => void }) {
  const say = useTrainPlanWords()
  const requestKey = useRef(freshId())
  const [form] = Form.useForm<Values>()
  const year = Form.useWatch('year', form) ?? plan?.year ?? thisYear()
  const save = useAction(planCalls.save, { quiet: true })
  const known = plan?.classes ?? []
  async function load() {
    const latest = await send(planCalls.get, { id: plan!.id })
    return { revision: latest.revision, values: valuesOf(latest) }
  }
  return (
    <FormPage<Values, { id: string }>
      name="train-plan"
      className="plan-form"
      form={form}
      values={valuesOf(plan)}
      revised={plan && { revision: plan.revision, load }}
      onSave={(values, revision) =>
        save.mutateAsync({
          ...(plan ? { id: plan.id, revision: revision! } : { requestKey: requestKey.current }),
          ...fieldsOf(values),
        })
      }
      onSaved={({ id }) => onSaved(id)}
      success={say('saved')}
    >
      <Form.Item
        name="name"
        label={say('name')}
        rules={[{ required: true, whitespace: true, message: say('mustFill') }]}
      >
        <Input maxLength={120} autoComplete="off" />
      </Form.Item>
      <Form.Item name="year" label={say('year')} rules={[{ required: true, message: say('mustFill') }]}>
        <InputNumber min={2000} max={2100} precision={0} />
      </Form.Item>
      <Form.Item name="dueOn" label={say('dueOn')}>
        <Input type="date" />
      </Form.Item>
      <Form.Item name="hours" label={say('hours')} extra={say('hoursHint')}>
        <HoursInput />
      </Form.Item>
      <Form.Item name="requiredClassIds" label={say('required')}>
        <ClassesSelect year={year} known={known} maxCount={20} />
      </Form.Item>
      <Form.Item name="classIds" label={say('choices')} extra={say('choicesHint')}>
        <ClassesSelect year={year} known={known} maxCount={100} />
      </Form.Item>
      <Form.Item name="personnelCategories" label={say('personnel')}>
        <PersonnelSelect />
      </Form.Item>
      <Form.Item name="regions" label={say('regions')}>
        <RegionSelect />
      </Form.Item>
      <Form.Item name="unitIds" label={say('units')} extra={say('unitsHint')}>
        <UnitsSelect known={plan?.units ?? []} />
      </Form.Item>
      <Form.Item name="introduction" label={say('introduction')}>
        <HtmlInput label={say('introduction')} />
      </Form.Item>
    </FormPage>
  )
}

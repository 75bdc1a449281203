import Button from 'antd/es/button'
import Card from 'antd/es/card'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import InputNumber from 'antd/es/input-number'
import Select from 'antd/es/select'
import Space from 'antd/es/space'
import Switch from 'antd/es/switch'
import { useState } from 'react'
import { CallRefused, send, useAction } from '../../../web/client.ts'
import { hours } from '../../../web/format.ts'
import { notify } from '../../../web/notice.ts'
import { useRevision } from '../../../web/shell/useRevision.tsx'
import { useUnsaved } from '../../../web/shell/unsaved.ts'
import { HtmlInput } from '../../file/web/HtmlInput.tsx'
import type { BatchResult } from '../batch/contract.ts'
import { classCalls, type ManagedClass } from '../contract.ts'
import { classLifecycle } from '../rules.ts'
import { CategorySelect } from './CategorySelect.tsx'
import './ClassForm.css'
import { CoursesInput } from './CoursesInput.tsx'
import { CoverInput } from './CoverInput.tsx'
import { useClassFormWords } from './formWords.ts'
import { HoursCheck } from './HoursCheck.tsx'
import { type ClassFormValues, fieldsOfValues, valuesOf } from './formValues.ts'
import { PeriodInput } from './PeriodInput.tsx'
import { PersonnelSelect } from './PersonnelSelect.tsx'
import { RegionSelect } from './RegionSelect.tsx'
import { TemplateSelect } from './TemplateSelect.tsx'

/** Fields of the contract that the form calls otherwise. */
const formNames: Record<string, keyof ClassFormValues> = {
  hoursTenths: 'hours',
  requiredHoursTenths: 'requiredHours',
  electiveMinTenths: 'electiveMin',
  courseIds: 'courses',
  signUpFrom: 'signUp',
  signUpTo: 'signUp',
  studyFrom: 'study',
  studyTo: 'study',
}

/** Writes a class, new or known; saves alone, or saves and puts it on the shelf. */
export function ClassForm({
  managed,
  categoryId,
  onSaved,
  onShelf: tell,
}: {
  managed: ManagedClass | null
  categoryId?: string | undefined
  onSaved: (id: string) => void
  /** How putting it on the shelf went. */
  onShelf: (result: BatchResult) => void
}) {
  const say = useClassFormWords()
  const [form] = Form.useForm<ClassFormValues>()
  const [dirty, setDirty] = useState(false)
  const save = useAction(classCalls.createTrainClass, { quiet: true })
  const shelve = useAction(classCalls.updateOnShelf)
  const courses = Form.useWatch('courses', form) ?? []
  const sum = courses.reduce((total, course) => total + course.hoursTenths, 0)

  const requiredSum = courses.reduce(
    (total, course) => total + (course.attribute === 'required' ? course.hoursTenths : 0),
    0,
  )

  useUnsaved(dirty)
  const read = (found: ManagedClass) => ({
    revision: found.revision,
    values: valuesOf(found) as ClassFormValues,
  })
  const edit = useRevision<ClassFormValues>({
    current: managed && read(managed),
    isDirty: dirty,
    typed: () => form.getFieldsValue(true),
    fill: (values) => form.setFieldsValue(values as never),
    onDiscard: () => setDirty(false),
    load: async () => read(await send(classCalls.getClassDetail, { id: managed!.id })),
  })

  async function submit(onShelf: boolean) {
    const values = await form.validateFields().catch(() => null)
    if (!values) {
      const [first] = form.getFieldsError().filter((field) => field.errors.length > 0)
      if (first) form.scrollToField(first.name, { block: 'center' })
      return
    }
    try {
      const saved = await save.mutateAsync({
        ...(managed ? { id: managed.id, revision: edit.revision! } : {}),
        ...fieldsOfValues({ ...(edit.values ?? (valuesOf(null) as ClassFormValues)), ...values }),
      })
      setDirty(false)
      if (managed && saved.id === managed.id) edit.saved(saved.revision)
      const isRevised = managed !== null && saved.id !== managed.id
      notify('success', isRevised ? say('revised', { version: saved.version }) : say('saved'))
      if (onShelf) {
        tell(await shelve.mutateAsync({ ids: [saved.id], onShelf: true }))
      }
      onSaved(saved.id)
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      if (edit.refused(error)) return
      if (!error.field) return notify(error.respCode > 0 ? 'prompt' : 'error', error.message, error.traceId)
      const [head] = error.field.split(/[./]/)
      const name = formNames[head!] ?? (head as keyof ClassFormValues)
      // The field stands right there: its name in front says nothing.
      form.setFields([{ name, errors: [error.message.replace(/^[\w./]+[：:]\s*/, '')] }])
      form.scrollToField(name, { block: 'center' })
    }
  }

  const busy = save.isPending || shelve.isPending
  const canShelve = !managed || classLifecycle.can(managed.status, 'shelve')
  const videos = courses.flatMap((course) =>
    course.videos.map((video) => ({ value: video.resourceId, label: `${course.name} · ${video.title}` })),
  )
  return (
    <Form<ClassFormValues>
      name="class"
      form={form}
      layout="vertical"
      className="class-form"
      initialValues={valuesOf(managed, categoryId)}
      onValuesChange={() => setDirty(true)}
    >
      {edit.notice}
      <Card size="small" title={say('basics')}>
        <Form.Item name="name" label={say('name')} rules={[{ required: true, whitespace: true }]}>
          <Input maxLength={120} showCount />
        </Form.Item>
        <div className="class-form-row">
          <Form.Item name="categoryId" label={say('category')} rules={[{ required: true }]}>
            <CategorySelect />
          </Form.Item>
          <Form.Item name="year" label={say('year')} rules={[{ required: true }]}>
            <InputNumber min={2000} max={2100} precision={0} />
          </Form.Item>
          <Form.Item name="code" label={say('code')} extra={managed ? undefined : say('codeHint')}>
            <Input maxLength={40} />
          </Form.Item>
          <Form.Item name="sort" label={say('sort')} rules={[{ required: true }]}>
            <InputNumber min={0} max={1_000_000} precision={0} />
          </Form.Item>
        </div>
        <Form.Item name="personnelCategories" label={say('personnel')} extra={say('personnelHint')}>
          <PersonnelSelect />
        </Form.Item>
        <Form.Item name="regions" label={say('regions')} extra={say('regionsHint')}>
          <RegionSelect />
        </Form.Item>
      </Card>
      <Card size="small" title={say('contents')}>
        <Form.Item name="courses" label={say('courses')}>
          <CoursesInput />
        </Form.Item>
        <div className="class-form-row">
          <Form.Item
            name="hours"
            label={say('hours')}
            rules={[{ required: true }]}
            extra={
              sum > 0 && (
                <>
                  {say('hoursHint', { sum: hours(sum) })}
                  <Button
                    type="link"
                    size="small"
                    onClick={() => {
                      form.setFieldsValue({ hours: sum / 10, requiredHours: requiredSum / 10 })
                      setDirty(true)
                    }}
                  >
                    {say('takeSum')}
                  </Button>
                </>
              )
            }
          >
            <InputNumber min={0} max={1000} precision={1} step={0.5} />
          </Form.Item>
          <Form.Item name="requiredHours" label={say('requiredHours')} extra={say('requiredHoursHint')}>
            <InputNumber min={0} max={1000} precision={1} step={0.5} />
          </Form.Item>
          <Form.Item name="electiveMin" label={say('electiveMin')} extra={say('electiveMinHint')}>
            <InputNumber min={0} max={1000} precision={1} step={0.5} />
          </Form.Item>
        </div>
        <HoursCheck form={form} courses={courses} />
        <Form.Item name="trialResourceIds" label={say('trials')} extra={say('trialsHint')}>
          <Select mode="multiple" maxCount={20} options={videos} optionFilterProp="label" />
        </Form.Item>
      </Card>
      <Card size="small" title={say('selling')}>
        <div className="class-form-row">
          <Form.Item name="price" label={say('price')} rules={[{ required: true }]}>
            <InputNumber min={0} max={10_000_000} precision={2} prefix="¥" style={{ width: 160 }} />
          </Form.Item>
          <Form.Item name="originalPrice" label={say('originalPrice')}>
            <InputNumber min={0} max={10_000_000} precision={2} prefix="¥" style={{ width: 160 }} />
          </Form.Item>
          <Form.Item name="quota" label={say('quota')} extra={say('quotaHint')}>
            <InputNumber min={1} precision={0} />
          </Form.Item>
          <Form.Item name="signUp" label={say('signUp')} className="class-form-wide">
            <PeriodInput />
          </Form.Item>
        </div>
        <Space size="large" wrap>
          <Form.Item name="needReview" label={say('needReview')} valuePropName="checked">
            <Switch />
          </Form.Item>
          <Form.Item name="refundable" label={say('refundable')} valuePropName="checked">
            <Switch />
          </Form.Item>
        </Space>
      </Card>
      <Card size="small" title={say('studying')}>
        <div className="class-form-row">
          <Form.Item name="study" label={say('study')} className="class-form-wide">
            <PeriodInput />
          </Form.Item>
          <Form.Item name="validDays" label={say('validDays')} extra={say('validHint')}>
            <InputNumber min={1} max={3650} precision={0} />
          </Form.Item>
        </div>
        <Form.Item name="certificateTemplateId" label={say('certificate')}>
          <TemplateSelect placeholder={say('noCertificate')} />
        </Form.Item>
      </Card>
      <Card size="small" title={say('introduction')}>
        <Form.Item name="coverKey" label={say('cover')} extra={say('coverHint')}>
          <CoverInput />
        </Form.Item>
        <Form.Item name="introduction" label={say('introduction')}>
          <HtmlInput label={say('introduction')} />
        </Form.Item>
      </Card>
      <div className="class-form-foot">
        {canShelve && (
          <Button loading={busy} onClick={() => void submit(true)}>
            {say('saveShelve')}
          </Button>
        )}
        <Button type="primary" loading={busy} onClick={() => void submit(false)}>
          {say('save')}
        </Button>
      </div>
    </Form>
  )
}

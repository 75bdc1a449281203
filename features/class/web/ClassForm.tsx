import Button from 'antd/es/button'
import Card from 'antd/es/card'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import InputNumber from 'antd/es/input-number'
import Select from 'antd/es/select'
import Space from 'antd/es/space'
import Switch from 'antd/es/switch'
import { notifyRefusal, send, useAction } from '../../../web/client.ts'
import { hours } from '../../../web/format.ts'
import { FormPage } from '../../../web/shell/FormPage.tsx'
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
const formNames: Record<string, string> = {
  hoursTenths: 'hours',
  requiredHoursTenths: 'requiredHours',
  electiveMinTenths: 'electiveMin',
  courseIds: 'courses',
  signUpFrom: 'signUp',
  signUpTo: 'signUp',
  studyFrom: 'study',
  studyTo: 'study',
}

/** Creates or edits a class; saves it, or saves and publishes it. */
export function ClassForm({
  managed,
  categoryId,
  onSaved,
  onShelf: tell,
}: {
  managed: ManagedClass | null
  categoryId?: string | undefined
  onSaved: (id: string) => void
  /** Called with the result of publishing it. */
  onShelf: (result: BatchResult) => void
}) {
  const say = useClassFormWords()
  const [form] = Form.useForm<ClassFormValues>()
  const save = useAction(classCalls.createTrainClass, { quiet: true })
  const publish = useAction(classCalls.updateOnShelf, { quiet: true })
  const courses = Form.useWatch('courses', form) ?? []
  const sum = courses.reduce((total, course) => total + course.hoursTenths, 0)

  const requiredSum = courses.reduce(
    (total, course) => total + (course.attribute === 'required' ? course.hoursTenths : 0),
    0,
  )

  async function load() {
    const found = await send(classCalls.getClassDetail, { id: managed!.id })
    return { revision: found.revision, values: valuesOf(found) as ClassFormValues }
  }
  async function saveAs(onShelf: boolean, values: ClassFormValues, revision?: number) {
    const saved = await save.mutateAsync({
      ...(managed ? { id: managed.id, revision: revision! } : {}),
      ...fieldsOfValues(values),
    })
    // The class stays saved although publishing failed.
    const published =
      onShelf && (await publish.mutateAsync({ ids: [saved.id], onShelf }).catch(notifyRefusal))
    return { ...saved, published }
  }

  const canPublish = !managed || classLifecycle.can(managed.status, 'shelve')
  const videos = courses.flatMap((course) =>
    course.videos.map((video) => ({ value: video.resourceId, label: `${course.name} · ${video.title}` })),
  )
  return (
    <FormPage
      name="class"
      form={form}
      className="class-form"
      footClassName="class-form-foot"
      values={valuesOf(managed, categoryId) as ClassFormValues}
      revised={managed && { revision: managed.revision, load }}
      inputs={formNames}
      onSave={(values, revision) => saveAs(false, values, revision)}
      other={
        canPublish && {
          label: say('saveShelve'),
          onSave: (values, revision) => saveAs(true, values, revision),
        }
      }
      success={({ id, version }) =>
        managed && id !== managed.id ? say('revised', { version }) : say('saved')
      }
      onSaved={({ id, published }) => {
        if (published) tell(published)
        onSaved(id)
      }}
    >
      <Card size="small" title={say('basicInformation')}>
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
          <Form.Item name="sort" label={say('order')} rules={[{ required: true }]}>
            <InputNumber min={0} max={1_000_000} precision={0} />
          </Form.Item>
        </div>
        <Form.Item name="personnelCategories" label={say('intendedFor')} extra={say('personnelHint')}>
          <PersonnelSelect />
        </Form.Item>
        <Form.Item name="regions" label={say('intendedRegions')} extra={say('regionsHint')}>
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
            {...(sum > 0 ? { extra: say('hoursHint', { sum: hours(sum) }) } : {})}
          >
            <HoursInput sum={sum} onTake={() => form.setFieldValue('requiredHours', requiredSum / 10)} />
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
          <Form.Item name="quota" label={say('places')} extra={say('quotaHint')}>
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
    </FormPage>
  )
}

/** The hours of a class, and a way to take those of its courses together. */
function HoursInput({
  sum,
  onTake,
  ...input
}: {
  sum: number
  onTake: () => void
  id?: string
  value?: number | null
  onChange?: (hours: number | null) => void
}) {
  const say = useClassFormWords()
  return (
    <Space wrap>
      <InputNumber {...input} min={0} max={1000} precision={1} step={0.5} />
      {sum > 0 && (
        <Button
          type="link"
          size="small"
          onClick={() => {
            input.onChange?.(sum / 10)
            onTake()
          }}
        >
          {say('takeSum')}
        </Button>
      )}
    </Space>
  )
}

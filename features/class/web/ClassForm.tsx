import Card from 'antd/es/card'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import InputNumber, { type InputNumberProps } from 'antd/es/input-number'
import Select from 'antd/es/select'
import Space from 'antd/es/space'
import Switch from 'antd/es/switch'
import { type ComponentType, Suspense, useId, useRef, useState } from 'react'
import { notifyRefusal, send, useAction } from '../../../web/client.ts'
import { hours } from '../../../web/format.ts'
import { freshId } from '../../../web/freshId.ts'
import { Skeleton } from '../../../web/kit/Loaded.tsx'
import { notify } from '../../../web/notice.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { FormPage } from '../../../web/shell/form/FormPage.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { useProposed } from '../../approval/web/useProposed.ts'
import { HtmlInput } from '../../file/web/HtmlInput.tsx'
import { usePrintableRule } from '../../print/web/printable.ts'
import type { BatchResult } from '../../../contract/selection.ts'
import { classCalls, type ClassFields, type ManagedClass } from '../contract.ts'
import { classLifecycle } from '../rules.ts'
import { CategorySelect } from './CategorySelect.tsx'
import { ClassChecks } from './ClassChecks.tsx'
import './ClassForm.css'
import { type ChosenCourse, CoursesInput } from './CoursesInput.tsx'
import { CoverInput } from './CoverInput.tsx'
import { useClassFormWords } from './formWords.ts'
import { HoursCheck } from './HoursCheck.tsx'
import { type ClassFormValues, fieldsOfValues, inputOfField, valuesOf } from './formValues.ts'
import { PeriodInput } from '../../../web/shell/form/PeriodInput.tsx'
import { PersonnelSelect } from './PersonnelSelect.tsx'
import { PublishChecklist, useMissing } from './PublishChecklist.tsx'
import { RegionSelect } from './RegionSelect.tsx'
import { TemplateSelect } from './TemplateSelect.tsx'

/** The hours of courses together, in tenths. */
const sumOf = (courses: readonly ChosenCourse[]) =>
  courses.reduce((sum, course) => sum + course.hoursTenths, 0)

/** Sections that other features show in the form of a class. */
export interface ClassFormSections {
  /** Its exam and what may be done with it; brief without the results, and `begins` with setting up the first. */
  Exam: ComponentType<{ classId: string; isBrief?: boolean; begins?: boolean }>
  /** The class as learners would see it if it were saved as typed. */
  Preview: ComponentType<{
    fields: ClassFields
    courses: ChosenCourse[]
    classId: string | null
    onClose: () => void
  }>
}

/** The parts of the form, in their order. */
const parts = [
  'basicInformation',
  'contents',
  'selling',
  'studying',
  'captureRules',
  'exam',
  'introduction',
] as const

/** Creates or edits a class; saves it, or saves and publishes it. */
export function ClassForm({
  managed,
  categoryId,
  onSaved,
  onShelf: tell,
  beginsExam = false,
  Exam,
  Preview,
}: {
  managed: ManagedClass | null
  categoryId?: string | undefined
  /** Opens with setting up the exam, where there is none yet. */
  beginsExam?: boolean
  /** Called with its id; with `toExam`, to go on with setting up its exam. */
  onSaved: (id: string, toExam: boolean) => void
  /** Called with the result of publishing it, where it was refused. */
  onShelf: (result: BatchResult) => void
} & ClassFormSections) {
  const say = useClassFormWords()
  const printable = usePrintableRule()
  const id = useId()
  const [form] = Form.useForm<ClassFormValues>()
  const save = useAction(classCalls.createTrainClass, { quiet: true })
  const publish = useAction(classCalls.updateOnShelf, { quiet: true })
  const courses = Form.useWatch('courses', form) ?? []
  const sum = sumOf(courses)
  const requiredSum = sumOf(courses.filter((course) => course.attribute === 'required'))

  async function load() {
    const found = await send(classCalls.getClassDetail, { id: managed!.id })
    return { revision: found.revision, values: valuesOf(found) as ClassFormValues }
  }
  // The same class is meant until it is answered: saved again after a lost answer, there are not two.
  const requestKey = useRef(freshId())
  async function saveAs(onShelf: boolean, values: ClassFormValues, revision?: number) {
    const { revision: next, ...saved } = await save.mutateAsync({
      ...(managed ? { id: managed.id, revision: revision! } : { requestKey: requestKey.current }),
      ...fieldsOfValues(values),
    })
    requestKey.current = freshId()
    // The class stays saved although publishing failed.
    const published =
      onShelf && (await publish.mutateAsync({ ids: [saved.id], onShelf }).catch(notifyRefusal))
    // Without a revision the form follows what is read again: the price that was typed does not hold yet.
    return { ...saved, ...(saved.approvalId === undefined && { revision: next }), published }
  }

  const proposed = useProposed()
  const findMissing = useMissing(form, managed)
  const examButton = useRef<HTMLButtonElement>(null)
  const toExam = useRef(false)
  const [previewed, setPreviewed] = useState<ClassFormValues | null>(null)
  const placeOf = (part: (typeof parts)[number]) => `${id}-${part}`

  /** Leads to the input that decides something, or to the exam. */
  function go(input: keyof ClassFormValues | null) {
    if (input) return form.scrollToField(input, { block: 'center', focus: true })
    goTo('exam')
  }
  function goTo(part: (typeof parts)[number]) {
    const place = document.getElementById(placeOf(part))
    place?.scrollIntoView({ block: 'start' })
    place?.focus({ preventScroll: true })
  }

  const mayChangePrices = useMay(classCalls.batchModifyClassAmount)
  const isPublic = managed !== null && managed.status !== 'draft'
  const mayPrice = !isPublic || mayChangePrices
  const canPublish = !managed || classLifecycle.can(managed.status, 'shelve')
  const videos = courses.flatMap((course) =>
    course.videos.map((video) => ({ value: video.resourceId, label: `${course.name} · ${video.title}` })),
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- sees which button of the form was pressed
    <div
      onSubmitCapture={({ nativeEvent }) => {
        toExam.current = (nativeEvent as SubmitEvent).submitter === examButton.current
      }}
    >
      <FormPage
        name="class"
        form={form}
        className="class-form k-stack"
        footClassName="class-form-foot"
        values={valuesOf(managed, categoryId) as ClassFormValues}
        revised={managed && { revision: managed.revision, load }}
        inputs={inputOfField}
        onValuesChange={({ courses: chosen }) => {
          const given = form.getFieldValue('hours') as number | null | undefined
          // Hours that nobody wrote otherwise are those of the courses.
          if (chosen && (given == null || Math.round(given * 10) === sum))
            form.setFieldValue('hours', sumOf(chosen) / 10)
        }}
        onSave={(values, revision) => saveAs(false, values, revision)}
        other={
          canPublish && {
            label: say('saveShelve'),
            mayGo() {
              const missing = findMissing()
              const [first] = missing
              if (!first) return true
              notify('error', say('notYet', { what: missing.map(({ key }) => say(key)).join(say('comma')) }))
              go(first.input)
              return false
            },
            onSave: (values, revision) => saveAs(true, values, revision),
          }
        }
        success={({ id, version, published }, { name }) => {
          if (managed && id !== managed.id) return say('revised', { version })
          return published && published.failed.length === 0 ? say('publishedNamed', { name }) : say('saved')
        }}
        onSaved={({ id: saved, published, approvalId }) => {
          if (approvalId) proposed()
          if (published && published.failed.length > 0) tell(published)
          onSaved(saved, toExam.current)
        }}
      >
        <div className="class-form-parts k-stack">
          <Card size="small" title={say('basicInformation')} id={placeOf('basicInformation')} tabIndex={-1}>
            <Form.Item
              name="name"
              label={say('name')}
              rules={[{ required: true, whitespace: true }, printable]}
            >
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
              <Form.Item name="sort" label={say('sortPosition')} rules={[{ required: true }]}>
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
          <Card size="small" title={say('contents')} id={placeOf('contents')} tabIndex={-1}>
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
          <Card size="small" title={say('selling')} id={placeOf('selling')} tabIndex={-1}>
            <div className="class-form-row">
              <Form.Item
                name="price"
                label={say('price')}
                rules={[{ required: true }]}
                {...(isPublic ? { extra: say(mayPrice ? 'priceSecond' : 'priceFixed') } : {})}
              >
                <PriceInput readOnly={!mayPrice} />
              </Form.Item>
              <Form.Item name="originalPrice" label={say('originalPrice')}>
                <PriceInput readOnly={!mayPrice} />
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
          <Card size="small" title={say('studying')} id={placeOf('studying')} tabIndex={-1}>
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
          <Card size="small" title={say('captureRules')} id={placeOf('captureRules')} tabIndex={-1}>
            <ClassChecks />
          </Card>
          <Card size="small" title={say('exam')} id={placeOf('exam')} tabIndex={-1}>
            {managed ? (
              <Suspense fallback={<Skeleton lines={3} />}>
                <Exam classId={managed.id} isBrief begins={beginsExam} />
              </Suspense>
            ) : (
              <Space orientation="vertical">
                {say('examLater')}
                <Button ref={examButton} htmlType="submit">
                  {say('saveThenExam')}
                </Button>
              </Space>
            )}
          </Card>
          <Card size="small" title={say('introduction')} id={placeOf('introduction')} tabIndex={-1}>
            <Form.Item name="coverKey" label={say('cover')} extra={say('coverHint')}>
              <CoverInput />
            </Form.Item>
            <Form.Item name="introduction" label={say('introduction')}>
              <HtmlInput label={say('introduction')} />
            </Form.Item>
          </Card>
        </div>
        <aside className="class-form-aside k-stack k-gap-4 k-box">
          <nav aria-label={say('sections')}>
            {parts.map((part) => (
              <button key={part} type="button" onClick={() => goTo(part)}>
                {say(part)}
              </button>
            ))}
          </nav>
          {canPublish && <PublishChecklist form={form} managed={managed} onGo={go} />}
          <Button block onClick={() => setPreviewed(form.getFieldsValue(true))}>
            {say('previewAsLearner')}
          </Button>
        </aside>
        {previewed && (
          <Suspense>
            <Preview
              fields={fieldsOfValues({
                ...previewed,
                hours: previewed.hours ?? 0,
                price: previewed.price ?? 0,
              })}
              courses={previewed.courses}
              classId={managed?.id ?? null}
              onClose={() => setPreviewed(null)}
            />
          </Suspense>
        )}
      </FormPage>
    </div>
  )
}

/** A price in yuan. */
const PriceInput = (input: InputNumberProps<number>) => (
  <InputNumber {...input} min={0} max={10_000_000} precision={2} prefix="¥" style={{ width: 160 }} />
)

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

import Alert from 'antd/es/alert'
import { send, useAction, useCall } from '../../../web/client.ts'
import { FormDrawer } from '../../../web/shell/form/FormDrawer.tsx'
import { courseCalls, type CourseDetail } from '../contract.ts'
import { type CourseFields, CourseInputs } from './CourseInputs.tsx'
import { useCourseWords } from './words.ts'

function fieldsOf(course: CourseDetail | null, folder: string | null): CourseFields {
  return {
    name: course?.name ?? '',
    categoryId: course ? (course.categoryId ?? '') : (folder ?? ''),
    teacherName: course?.teacherName ?? '',
    teacherIntroduction: course?.teacherIntroduction ?? '',
    introduction: course?.introduction ?? '',
    hours: (course?.hoursTenths ?? 10) / 10,
    attribute: course?.attribute ?? 'required',
    items: course?.items ?? [],
  }
}

/** Creates a course (`new`, in a folder) or changes one. */
export default function CourseDrawer({
  id,
  folder,
  mayChange,
  onSaved = () => {},
  onClose,
}: {
  id: string
  folder: string | null
  /** Without it the course is there to be read. */
  mayChange: boolean
  /** Called with its id. */
  onSaved?: (id: string) => void
  onClose: () => void
}) {
  const say = useCourseWords()
  const isNew = id === 'new'
  const query = useCall(courseCalls.get, { id }, { enabled: !isNew, staleTime: 0 })
  const course = isNew ? null : (query.data ?? null)
  const save = useAction(courseCalls.save, { quiet: true })

  async function load() {
    const found = await send(courseCalls.get, { id })
    return { revision: found.revision, values: fieldsOf(found, folder) }
  }

  return (
    <FormDrawer
      name="course"
      title={say(isNew ? 'create' : mayChange ? 'edit' : 'view')}
      query={!isNew && query}
      isReadOnly={!mayChange}
      values={fieldsOf(course, folder)}
      revised={course && { revision: course.revision, load }}
      inputs={{ hoursTenths: 'hours' }}
      onSave={({ hours, categoryId, items, ...fields }, revision) =>
        save.mutateAsync({
          ...(course ? { id: course.id, revision: revision! } : {}),
          ...fields,
          categoryId: categoryId || null,
          hoursTenths: Math.round(hours * 10),
          items: items.map(({ resourceId, title }) => ({ resourceId, title })),
        })
      }
      success={say('saved')}
      onSaved={(saved) => {
        onClose()
        onSaved(saved.id)
      }}
      onClose={onClose}
    >
      {course?.isFixed && <Alert type="info" title={say('fixed')} style={{ marginBottom: 16 }} />}
      {course && course.classes.length > 0 && (
        <p style={{ marginBottom: 16 }}>
          {say('classes', { names: course.classes.map((one) => one.name).join(say('comma')) })}
        </p>
      )}
      <CourseInputs fixed={!mayChange || (course?.isFixed ?? false)} />
    </FormDrawer>
  )
}

import { type ComponentType, useState } from 'react'
import { yuan } from '../../../contract/money.ts'
import { useCall } from '../../../web/client.ts'
import { hours } from '../../../web/format.ts'
import { Skeleton } from '../../../web/kit/Loaded.tsx'
import { only } from '../../../web/shell/control/chosen.tsx'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { CopyText } from '../../../web/shell/control/CopyText.tsx'
import { useSubject } from '../../../web/shell/view/subject.ts'
import { LoadedSubject } from '../../../web/shell/form/LoadedSubject.tsx'
import { SubjectPage } from '../../../web/shell/form/SubjectPage.tsx'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { useMay } from '../../../web/shell/view/may.ts'
import { ProposalNotice } from '../../approval/web/ProposalNotice.tsx'
import { classCalls, type ManagedClass } from '../contract.ts'
import { classLifecycle, detailPath } from '../rules.ts'
import { ClassForm, type ClassFormSections } from './ClassForm.tsx'
import { ClassStatusTag } from './ClassStatusTag.tsx'
import { ClassSummary } from './ClassSummary.tsx'
import './TrainClassDetail.css'
import { useClassReport } from './useClassReport.ts'
import { useCopy } from './useCopy.ts'
import { usePublish } from './usePublish.ts'
import { useClassWords } from './words.ts'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { useViewNavigate } from '../../../web/shell/view/useViewNavigate.ts'

const DeleteClasses = dialogPart(() => import('./DeleteClasses.tsx'))

const list = '/train-manage/class'

/** Sections of a class that belong to other features. */
interface ClassSections extends ClassFormSections {
  Learners: ComponentType<{ classId: string }>
  /** Learners whose end is earlier than the class's since it was extended. */
  Ends: ComponentType<{ classId: string }>
  Announcements: ComponentType<{ classId: string }>
}

/** /train-manage/train-class-detail: one class with its learners and exam; without an id a new one is written. */
export function TrainClassDetail(sections: ClassSections) {
  const say = useClassWords()
  const navigate = useViewNavigate()
  const [{ id, category }] = useUrlState()
  const { showReport, report } = useClassReport()
  const query = useCall(classCalls.getClassDetail, { id: id! }, { enabled: id !== undefined })
  useSubject(id === undefined ? say('newTitle') : undefined)

  return (
    <>
      {id === undefined ? (
        <>
          <h1 className="class-detail-title">{say('newTitle')}</h1>
          <ClassForm
            managed={null}
            categoryId={category}
            onShelf={showReport}
            Exam={sections.Exam}
            Preview={sections.Preview}
            onSaved={(saved, toExam) =>
              navigate(`/train-manage/train-class-detail?id=${saved}${toExam ? '&tab=write&exam=new' : ''}`, {
                replace: true,
              })
            }
          />
        </>
      ) : (
        <LoadedSubject list={list} query={query} skeleton={<Skeleton lines={10} />}>
          {(managed) => <KnownClass key={id} managed={managed} {...sections} />}
        </LoadedSubject>
      )}
      {report}
    </>
  )
}

function KnownClass({
  managed,
  Learners,
  Exam,
  Preview,
  Ends,
  Announcements,
}: { managed: ManagedClass } & ClassSections) {
  const say = useClassWords()
  const navigate = useViewNavigate()
  const [{ exam }] = useUrlState()
  const { showReport, report } = useClassReport()
  const [deleting, setDeleting] = useState(false)
  const { publish, pending } = usePublish({ onReport: showReport })
  const { copy, isPending: isCopying } = useCopy()
  const mayWrite = useMay(classCalls.createTrainClass)
  const mayCopy = useMay(classCalls.copyTrainClass)
  const mayPublish = useMay(classCalls.updateOnShelf)
  const mayDelete = useMay(classCalls.deleteTrain)
  const mayPrice = useMay(classCalls.batchModifyClassAmount)
  const { id, name, status, version } = managed

  return (
    <>
      <SubjectPage
        name={name}
        tags={
          <>
            <ClassStatusTag status={status} />
            {version > 1 && <Tag>{say('version', { version })}</Tag>}
          </>
        }
        facts={[
          { label: say('code'), value: <CopyText text={managed.code} name={say('code')} /> },
          { label: say('year'), value: managed.year },
          { label: say('hours'), value: hours(managed.hoursTenths) },
          { label: say('price'), value: yuan(managed.price) },
          { label: say('learners'), value: managed.sold },
        ]}
        actions={[
          mayPublish &&
            classLifecycle.can(status, 'shelve') && {
              key: 'shelve',
              label: say('shelve'),
              primary: true,
              loading: pending.length > 0,
              onClick: () => publish(only(id), true, name),
            },
          status === 'on_shelf' && {
            key: 'preview',
            label: say('preview'),
            onClick: () => navigate(detailPath(id)),
          },
          mayCopy && {
            key: 'copy',
            label: say('copy'),
            loading: isCopying,
            onClick: () => copy(id),
          },
          mayPublish &&
            classLifecycle.can(status, 'unshelve') && {
              key: 'unshelve',
              label: say('unshelve'),
              loading: pending.length > 0,
              confirm: { title: say('unshelveConfirm', { name }), text: say('unshelveHint') },
              onClick: () => publish(only(id), false, name),
            },
          mayDelete &&
            classLifecycle.can(status, 'delete') && {
              key: 'delete',
              label: say('delete'),
              danger: true,
              onClick: () => setDeleting(true),
            },
        ]}
        notice={
          <>
            <Ends classId={id} />
            {mayPrice && <ProposalNotice about={{ subjectId: id }} />}
          </>
        }
        tabs={[
          { key: 'facts', label: say('facts'), children: <ClassSummary managed={managed} /> },
          ...(mayWrite
            ? [
                {
                  key: 'write',
                  label: say('edit'),
                  keeps: true,
                  children: (
                    <ClassForm
                      managed={managed}
                      onShelf={showReport}
                      Exam={Exam}
                      Preview={Preview}
                      beginsExam={exam === 'new'}
                      onSaved={(saved) => {
                        if (saved !== id) navigate(`/train-manage/train-class-detail?id=${saved}`)
                      }}
                    />
                  ),
                },
              ]
            : []),
          {
            key: 'learners',
            label: say('learners'),
            count: managed.sold,
            children: <Learners classId={id} />,
          },
          { key: 'exam', label: say('exam'), keeps: true, children: <Exam classId={id} /> },
          { key: 'announcements', label: say('announcements'), children: <Announcements classId={id} /> },
        ]}
      />
      {deleting && (
        <DeleteClasses
          selected={only(id)}
          name={name}
          onClose={() => setDeleting(false)}
          onResult={(result) => {
            showReport(result)
            if (result.failed.length === 0) navigate(list, { replace: true })
          }}
        />
      )}
      {report}
    </>
  )
}

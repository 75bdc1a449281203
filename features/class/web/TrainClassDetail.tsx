import Button from 'antd/es/button'
import Card from 'antd/es/card'
import Space from 'antd/es/space'
import Tabs from 'antd/es/tabs'
import { type ComponentType, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useAction, useCall } from '../../../web/client.ts'
import { Loaded, Skeleton } from '../../../web/kit/Loaded.tsx'
import { notify } from '../../../web/notice.ts'
import { useUrlState } from '../../../web/shell/useUrlState.ts'
import { useMay } from '../../../web/shell/may.ts'
import { useRowAction } from '../../../web/shell/RowActions.tsx'
import { classCalls, type ManagedClass } from '../contract.ts'
import { classLifecycle, detailPath } from '../rules.ts'
import { ClassForm } from './ClassForm.tsx'
import { ClassStatusTag } from './ClassStatusTag.tsx'
import { ClassSummary } from './ClassSummary.tsx'
import { DeleteClasses } from './DeleteClasses.tsx'
import './TrainClassDetail.css'
import { useClassReport } from './useClassReport.ts'
import { useClassWords } from './words.ts'

const list = '/train-manage/class'

/** What other parts of the product show of a class, each in a section of its own. */
interface ClassSections {
  Learners: ComponentType<{ classId: string }>
  Exam: ComponentType<{ classId: string }>
  /** Who ends earlier than the class does since it was extended. */
  Ends: ComponentType<{ classId: string }>
}

/** /train-manage/train-class-detail: one class with its learners and exam; without an id a new one is written. */
export function TrainClassDetail(sections: ClassSections) {
  const say = useClassWords()
  const navigate = useNavigate()
  const [{ id, category }] = useUrlState()
  const { showReport: tell, report } = useClassReport()
  const query = useCall(classCalls.getClassDetail, { id: id! }, { enabled: id !== undefined })

  return (
    <>
      {id === undefined ? (
        <>
          <h1 className="class-detail-title">{say('newTitle')}</h1>
          <ClassForm
            managed={null}
            categoryId={category}
            onShelf={tell}
            onSaved={(saved) =>
              void navigate(`/train-manage/train-class-detail?id=${saved}`, { replace: true })
            }
          />
        </>
      ) : (
        <Loaded query={query} skeleton={<Skeleton lines={10} />}>
          {(managed) => <KnownClass key={id} managed={managed} {...sections} />}
        </Loaded>
      )}
      {report}
    </>
  )
}

function KnownClass({ managed, Learners, Exam, Ends }: { managed: ManagedClass } & ClassSections) {
  const say = useClassWords()
  const navigate = useNavigate()
  const [{ tab = 'facts' }, change] = useUrlState()
  const { showReport: tell, report } = useClassReport()
  const [deleting, setDeleting] = useState(false)
  const publish = useAction(classCalls.updateOnShelf, { onDone: tell })
  const copy = useAction(classCalls.copyTrainClass, {
    onDone({ id, withExam }) {
      notify('success', say(withExam ? 'copiedWithExam' : 'copied'))
      void navigate(`/train-manage/train-class-detail?id=${id}&tab=write`)
    },
  })
  const run = useRowAction()
  const mayWrite = useMay(classCalls.createTrainClass)
  const mayCopy = useMay(classCalls.copyTrainClass)
  const mayPublish = useMay(classCalls.updateOnShelf)
  const mayDelete = useMay(classCalls.deleteTrain)
  const { id, name, status, version } = managed

  return (
    <>
      <Card size="small" style={{ marginBottom: 12 }}>
        <div className="class-detail-head">
          <div>
            <h1 className="class-detail-title">
              {name} <ClassStatusTag status={status} />
            </h1>
            <div className="class-code">
              {managed.code}
              {version > 1 && ` · ${say('version', { version })}`}
            </div>
          </div>
          <Space wrap>
            {status === 'on_shelf' && <Link to={detailPath(id)}>{say('preview')}</Link>}
            {mayPublish && classLifecycle.can(status, 'shelve') && (
              <Button
                type="primary"
                loading={publish.isPending}
                onClick={() => publish.mutate({ ids: [id], onShelf: true })}
              >
                {say('shelve')}
              </Button>
            )}
            {mayPublish && classLifecycle.can(status, 'unshelve') && (
              <Button
                loading={publish.isPending}
                onClick={() =>
                  void run({
                    key: 'unshelve',
                    label: say('unshelve'),
                    confirm: { title: say('unshelveConfirm', { name }), text: say('unshelveHint') },
                    onClick: () => publish.mutate({ ids: [id], onShelf: false }),
                  })
                }
              >
                {say('unshelve')}
              </Button>
            )}
            {mayCopy && (
              <Button loading={copy.isPending} onClick={() => copy.mutate({ id })}>
                {say('copy')}
              </Button>
            )}
            {mayDelete && classLifecycle.can(status, 'delete') && (
              <Button danger onClick={() => setDeleting(true)}>
                {say('delete')}
              </Button>
            )}
          </Space>
        </div>
      </Card>
      <Ends classId={id} />
      <Tabs
        activeKey={tab === 'write' && !mayWrite ? 'facts' : tab}
        aria-label={say('sections')}
        onChange={(key) => change({ tab: key === 'facts' ? null : key, page: null })}
        items={[
          { key: 'facts', label: say('facts'), children: <ClassSummary managed={managed} /> },
          ...(mayWrite
            ? [
                {
                  key: 'write',
                  label: say('edit'),
                  children: (
                    <ClassForm
                      managed={managed}
                      onShelf={tell}
                      onSaved={(saved) => {
                        if (saved !== id) void navigate(`/train-manage/train-class-detail?id=${saved}`)
                      }}
                    />
                  ),
                },
              ]
            : []),
          {
            key: 'learners',
            label: `${say('learners')} ${managed.sold}`,
            destroyOnHidden: true,
            children: <Learners classId={id} />,
          },
          {
            key: 'exam',
            label: say('exam'),
            children: (
              <Suspense fallback={<Skeleton />}>
                <Exam classId={id} />
              </Suspense>
            ),
          },
        ]}
      />
      {deleting && (
        <DeleteClasses
          ids={[id]}
          name={name}
          onClose={() => setDeleting(false)}
          onResult={(result) => {
            tell(result)
            if (result.failed.length === 0) void navigate(list, { replace: true })
          }}
        />
      )}
      {report}
    </>
  )
}

import { Suspense } from 'react'
import { RegisterTable } from '../../certificate/register/web/RegisterTable.tsx'
import { useRegisterWords } from '../../certificate/register/web/words.ts'
import { Skeleton } from '../../../web/kit/Loaded.tsx'
import { Tabs } from '../../../web/kit/Tabs.tsx'
import { usePart } from '../../../web/shell/view/usePart.ts'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { CertifyButton } from './CertifyButton.tsx'
import { StudentList } from './StudentList.tsx'

const PrintDialog = dialogPart(() => import('./PrintDialog.tsx'))

const parts = ['learners', 'certificates'] as const

/** /student-manage/student: the learners, and the register of their certificates. */
export default function LearnersPage() {
  const say = useRegisterWords()
  const [part, show] = usePart(parts)
  return (
    <Tabs
      label={say('tabs')}
      value={part}
      onChange={show}
      tabs={[
        { key: 'learners', label: say('learners') },
        { key: 'certificates', label: say('certificates') },
      ]}
    >
      <div className="k-tab-part">
        <Suspense fallback={<Skeleton lines={6} />}>
          {part === 'learners' ? (
            <StudentList />
          ) : (
            <RegisterTable Issue={CertifyButton} Print={PrintDialog} />
          )}
        </Suspense>
      </div>
    </Tabs>
  )
}

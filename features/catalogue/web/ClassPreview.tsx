import Modal from 'antd/es/modal'
import { useCall } from '../../../web/client.ts'
import { templateCalls } from '../../certificate/template/contract.ts'
import { type CategoryNode, classCategoryCalls } from '../../class/category/contract.ts'
import type { ClassFields, ManagedClass } from '../../class/contract.ts'
import { settleHours } from '../../class/rules.ts'
import { examCalls } from '../../exam/contract.ts'
import type { ClassDetail } from '../contract.ts'
import { ClassArticle } from './ClassDetailPage.tsx'
import { useDetailWords } from './detailWords.ts'
import { dialogWidths } from '../../../web/shell/control/dialogSizes.ts'

function findCategory(nodes: readonly CategoryNode[], id: string): CategoryNode | undefined {
  for (const node of nodes) {
    const found = node.id === id ? node : findCategory(node.children, id)
    if (found) return found
  }
  return undefined
}

/** A class that is being written, as a learner without unit or joined classes would see it. */
export function ClassPreview({
  fields,
  courses,
  classId,
  onClose,
}: {
  fields: ClassFields
  courses: ManagedClass['courses']
  /** Null until it is saved for the first time. */
  classId: string | null
  onClose: () => void
}) {
  const say = useDetailWords()
  const category = findCategory(
    useCall(classCategoryCalls.findClassCategoryTree, {}).data ?? [],
    fields.categoryId ?? '',
  )
  const templateId = fields.certificateTemplateId
  const template = useCall(
    templateCalls.query,
    { id: templateId!, status: 'active', limit: 1 },
    { enabled: Boolean(templateId) },
  ).data?.list[0]
  const exam = useCall(
    examCalls.queryExamList,
    { classId: classId ?? '', status: 'active', limit: 1 },
    { enabled: classId !== null },
  ).data?.list[0]
  const detail: ClassDetail = {
    ...settleHours(fields, courses),
    id: classId ?? '',
    name: fields.name || say('unnamed'),
    status: 'on_shelf',
    categoryName: category?.name ?? '',
    classType: category?.classType ?? '',
    heldTenths: 0,
    unitObstacle: null,
    awaitsUnit: false,
    mismatch: null,
    joined: null,
    sold: 0,
    coverKey: fields.coverKey ?? null,
    placesLeft: fields.quota,
    placesHeld: 0,
    courses: courses.map(({ videos, ...course }) => ({
      ...course,
      teacherIntroduction: '',
      items: videos.map(({ resourceId, ...video }) => ({ ...video, id: resourceId, trialUrl: null })),
    })),
    exam: exam ?? null,
    certificateName: template?.name ?? null,
  }
  return (
    <Modal open width={dialogWidths.page} footer={null} title={say('previewTitle')} onCancel={onClose}>
      <ClassArticle detail={detail} isPreview />
    </Modal>
  )
}

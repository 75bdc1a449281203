import { useBatchTasks } from '../features/batch/web/batchTasks.ts'
import { useExportTasks } from '../features/export/web/exportTasks.ts'
import { useImportTasks } from '../features/import/web/importTasks.ts'
import { useQuestionImportWords } from '../features/question/web/importWords.ts'
import { useReceiptWords } from '../features/receipt/web/words.ts'
import { useApplicationWords } from '../features/signUp/application/web/words.ts'
import { signUpPages } from '../features/signUp/rules.ts'
import { useRosterWords } from '../features/student/import/web/words.ts'
import { useTransferWords } from '../features/transfer/web/words.ts'
import { useUnitClassWords } from '../features/unitClass/web/words.ts'
import { TaskCentre } from '../features/task/web/TaskCentre.tsx'

/** The task centre with all long work there is; a further sort of work is one more list. */
export function Tasks() {
  const roster = useRosterWords()
  const question = useQuestionImportWords()
  const transfer = useTransferWords()
  const unitClass = useUnitClassWords()
  const receipt = useReceiptWords()
  const application = useApplicationWords()
  const imports = useImportTasks({
    roster: { name: roster('learners'), page: '/student-manage/student' },
    unitClassStu: { name: unitClass('importName'), page: '/train-manage/unit-class' },
    unitClassOrder: { name: unitClass('importName'), page: '/train-manage/unit-class' },
    transfer: { name: transfer('byFile'), page: '/train-manage/study-report' },
    trainingApplicants: { name: application('applicants'), page: signUpPages.training },
    examApplicants: { name: application('applicants'), page: signUpPages.exam },
    question: { name: question('questions'), page: '/resource-manage/question' },
    bankStatement: { name: receipt('statement'), page: '/order-manage/receipts' },
  })
  const exports = useExportTasks()
  const batches = useBatchTasks()
  return <TaskCentre lists={[imports, exports, batches]} />
}

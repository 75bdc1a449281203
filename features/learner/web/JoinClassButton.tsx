import Button from 'antd/es/button'
import Form from 'antd/es/form'
import { type ReactNode, useState } from 'react'
import type { BatchResult } from '../../../contract/selection.ts'
import { useAction } from '../../../web/client.ts'
import type { Selection } from '../../../web/shell/chosen.tsx'
import { FormDialog } from '../../../web/shell/FormDialog.tsx'
import { useMay } from '../../../web/shell/may.ts'
import { useBatchReport } from '../../batch/web/BatchReport.tsx'
import { joinCalls } from '../join/contract.ts'
import { ClassPicker } from '../../studyRecord/web/ClassPicker.tsx'
import { useJoinWords } from './joinWords.ts'

/** Puts learners into a class, with a reason for each who is refused; absent for anyone who may not. */
export function JoinClassButton({
  selection,
  primary = false,
}: {
  selection: Selection
  primary?: boolean
}): ReactNode {
  const say = useJoinWords()
  const may = useMay(joinCalls.joinClass)
  const [open, setOpen] = useState(false)
  const begin = useAction(joinCalls.joinClass, { quiet: true })
  const { showReport, report } = useBatchReport()
  if (!may) return null
  return (
    <>
      <Button {...(primary ? { type: 'primary' } : {})} onClick={() => setOpen(true)}>
        {say('join')}
      </Button>
      {open && (
        <FormDialog<{ classId?: string }, BatchResult>
          name="join-class"
          title={say('join')}
          submit={say('start')}
          values={{}}
          onSave={({ classId }) => begin.mutateAsync({ ...selection, classId: classId! })}
          onSaved={showReport}
          onClose={() => setOpen(false)}
        >
          <Form.Item
            name="classId"
            label={say('class')}
            extra={say('hint')}
            rules={[{ required: true, message: say('classNeeded') }]}
          >
            <ClassPicker onSale />
          </Form.Item>
        </FormDialog>
      )}
      {report}
    </>
  )
}

import { useState } from 'react'
import { streamedRows } from '../../../contract/exporting.ts'
import { countedRows } from '../../../contract/paging.ts'
import { download } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import type { ExportProps } from '../../../web/shell/list/ExportPart.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { revealCalls } from '../../student/reveal/contract.ts'
import { useExportWords } from './words.ts'

const ExportDialog = dialogPart(() => import('./ExportDialog.tsx'))

/**
 * Exports the current filter of a list. What is small and has no numbers that the reader might want in full is
 * downloaded at once; a dialog asks about the rest.
 */
export function ExportButton(props: ExportProps) {
  const { call, filter, total, onAsk } = props
  const say = useExportWords()
  const mayReveal = useMay(revealCalls.reveal) && call.numbers.length > 0
  const [isAsking, setAsking] = useState(false)
  const [isLoading, setLoading] = useState(false)

  async function stream(options?: { quiet: true }) {
    setLoading(true)
    try {
      await download(call, filter as never, options)
      notify('success', say('exported'))
    } finally {
      setLoading(false)
    }
  }
  function start() {
    if (total === 0) notify('prompt', say('nothing'))
    else if (mayReveal || total > streamedRows) {
      onAsk?.()
      setAsking(true)
    }
    // The refusal was shown.
    else void stream().catch(() => {})
  }
  return (
    <>
      <Button
        loading={isLoading}
        title={say(total >= countedRows ? 'exportMany' : 'exportCount', { count: total })}
        onClick={start}
      >
        {say('export')}
      </Button>
      {isAsking && (
        <ExportDialog
          {...props}
          mayReveal={mayReveal}
          onStream={() => stream({ quiet: true })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

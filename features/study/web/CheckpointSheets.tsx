import { type RefObject, useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { captureCalls } from '../capture/contract.ts'
import { CaptureSheet } from '../capture/web/CaptureSheet.tsx'
import { PinSheet } from '../pin/web/PinSheet.tsx'
import type { PlayerHandle } from './Player.tsx'
import type { Lease } from './useLease.ts'

/** Stops the video at a question or a check, asks for it, and plays on; a check comes before a question. */
export function CheckpointSheets({
  lease,
  enrolmentId,
  player,
  atPin,
  onPinLeft,
  isPutOff,
  onPutOff,
}: {
  lease: Lease
  enrolmentId: string
  player: RefObject<PlayerHandle | null>
  atPin: boolean
  onPinLeft: () => void
  /** The check was closed unanswered; the page keeps the way back to it. */
  isPutOff: boolean
  onPutOff: () => void
}) {
  const cache = useQueryClient()
  const { token, capture } = lease
  const isAsked = capture !== null && !isPutOff
  const waits = isAsked || atPin
  useEffect(() => {
    if (!waits) return
    player.current?.pause()
    lease.cut()
    // A new answer is no new reason to stop.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [waits])
  if (!token) return null
  if (isAsked) {
    return (
      <CaptureSheet
        due={capture}
        leaseToken={token.leaseToken}
        enrolmentId={enrolmentId}
        onDue={lease.setCheck}
        onMet={() => {
          lease.setCheck(null)
          void cache.invalidateQueries({ queryKey: [captureCalls.findMyCaptures.path] })
          void cache.invalidateQueries({ queryKey: [captureCalls.findCaptureTerms.path] })
          if (!atPin) player.current?.play()
        }}
        onClose={onPutOff}
      />
    )
  }
  if (capture || !atPin) return null
  return (
    <PinSheet
      leaseToken={token.leaseToken}
      isSaved={lease.queue.pending === 0}
      onPassed={(pinAt) => {
        lease.setPinAt(pinAt)
        lease.dropPutBack()
        onPinLeft()
        player.current?.play()
      }}
      onRewind={(to) => {
        lease.dropPutBack()
        onPinLeft()
        player.current?.seek(to, true)
      }}
      onClose={onPinLeft}
    />
  )
}

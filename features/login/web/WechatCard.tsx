import type { ReactNode } from 'react'
import { Mark } from '../../../web/kit/Ring.tsx'
import '../../wechat/web/Wechat.css'

/** The card that the pages of a visit by WeChat stand on. */
export function WechatCard({
  title,
  hint,
  children,
}: {
  title: string
  hint?: string
  children?: ReactNode
}) {
  return (
    <section className="k-card wechat-card">
      <Mark size={40} />
      <h1>{title}</h1>
      {hint && <p className="k-muted">{hint}</p>}
      {children}
    </section>
  )
}

import sanitize from 'sanitize-html'
import { imageLimits, isPicturePath } from '../../file/rules.ts'

const side = (given = '') => (/^\d{1,4}$/.test(given) && Number(given) <= imageLimits.side ? given : null)

/** What stays of a picture: its address, words that always are there, if only empty, and its size. */
function picture({ src = '', alt = '', ...size }: sanitize.Attributes): sanitize.Attributes {
  const [width, height] = [side(size.width), side(size.height)]
  return { src, alt, ...(width && { width }), ...(height && { height }) }
}

/** The HTML a manager may write about a class; scripts, frames, forms, styles and foreign pictures go. */
export function cleanIntroduction(html: string): string {
  return sanitize(html, {
    allowedTags: [
      ...[
        'h2',
        'h3',
        'h4',
        'p',
        'br',
        'hr',
        'blockquote',
        'ul',
        'ol',
        'li',
        'strong',
        'b',
        'em',
        'i',
        'u',
        's',
      ],
      ...[
        'a',
        'img',
        'figure',
        'figcaption',
        'table',
        'thead',
        'tbody',
        'tr',
        'th',
        'td',
        'code',
        'pre',
        'span',
      ],
    ],
    allowedAttributes: {
      a: ['href', 'title', 'rel'],
      img: ['src', 'alt', 'width', 'height'],
      th: ['colspan', 'rowspan', 'scope'],
      td: ['colspan', 'rowspan'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    transformTags: {
      h1: 'h2',
      img: (tagName, attributes) => ({ tagName, attribs: picture(attributes) }),
      a: (tagName, attributes) => ({
        tagName,
        attribs: { ...attributes, rel: 'noopener noreferrer nofollow' },
      }),
    },
    // Only pictures kept here: a foreign one would tell its owner who reads, another address of ours would be asked.
    exclusiveFilter: (frame) => frame.tag === 'img' && !isPicturePath(frame.attribs.src ?? ''),
  })
}

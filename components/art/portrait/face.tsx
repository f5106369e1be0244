/** The face: drawn with care and without mockery. Light falls from the left. */
import { colour } from '../colours.ts'
import type { Traits, Who } from './traits.ts'

/** Heights of the features, in svg units; the upper half of the head is the same for everyone, so that every hair fits. */
type Head = { jaw: string; shadow: string; eyes: number; apart: number; nose: number; mouth: number }

const forehead = 'M120 216C120 162 152 132 200 132S280 162 280 216'
const child: Head = {
  jaw: 'C280 282 246 328 200 328S120 282 120 216Z',
  shadow: 'M250 148C272 166 280 190 280 216C280 282 246 328 200 328C244 308 264 266 264 222C264 190 260 166 250 148Z',
  eyes: 232,
  apart: 38,
  nose: 258,
  mouth: 280,
}
const woman: Head = {
  jaw: 'C280 266 264 300 240 322C226 334 213 338 200 338S174 334 160 322C136 300 120 266 120 216Z',
  shadow:
    'M252 150C273 168 280 190 280 216C280 266 264 300 240 322C226 334 213 338 200 338C242 314 264 270 264 222C264 190 262 168 252 150Z',
  eyes: 226,
  apart: 37,
  nose: 260,
  mouth: 287,
}
const man: Head = {
  jaw: 'C280 268 274 300 250 324C236 338 217 342 200 342S164 338 150 324C126 300 120 268 120 216Z',
  shadow:
    'M252 150C273 168 280 190 280 216C280 268 274 300 250 324C236 338 217 342 200 342C246 320 266 276 266 222C266 190 262 168 252 150Z',
  eyes: 225,
  apart: 37,
  nose: 261,
  mouth: 290,
}
const baby: Head = {
  jaw: 'C284 288 244 324 200 324S116 288 120 216Z',
  shadow: 'M250 148C272 166 280 190 280 216C284 288 244 324 200 324C246 306 266 268 264 222C264 190 260 166 250 148Z',
  eyes: 240,
  apart: 39,
  nose: 262,
  mouth: 283,
}
export const heads: Record<Who, Head> = {
  girl: child,
  boy: child,
  woman,
  man,
  'elder-woman': woman,
  'elder-man': man,
  baby,
}

const dark = '#1B1220'

function Eyes({ traits, head, who }: { traits: Traits; head: Head; who: Who }) {
  const { eyes: y, apart } = head
  const [left, right] = [200 - apart, 200 + apart]
  if (traits.eyes === 'smiling')
    return (
      <path
        fill="none"
        stroke={dark}
        strokeWidth="5.500"
        d={`M${left - 15} ${y + 5}q15-17 30 0M${right - 15} ${y + 5}q15-17 30 0`}
      />
    )
  const open = traits.eyes === 'open'
  const lashes = who === 'girl' || who === 'woman' ? `M${left - 15} ${y - 2}l-6-4M${right + 15} ${y - 2}l6-4` : ''
  return (
    <>
      {open && (
        <path
          fill="#fff"
          d={`M${left - 16} ${y + 2}q16-19 32 0q-16 15-32 0zM${right - 16} ${y + 2}q16-19 32 0q-16 15-32 0z`}
        />
      )}
      <path
        stroke={dark}
        strokeWidth={open ? 13.5 : 14}
        d={open ? `M${left} ${y - 0.5}v1M${right} ${y - 0.5}v1` : `M${left} ${y}v3M${right} ${y}v3`}
      />
      <path stroke="#fff" strokeWidth="4.400" d={`M${left + 2.5} ${y - 2.5}h.1M${right + 2.5} ${y - 2.5}h.1`} />
      <path
        fill="none"
        stroke={dark}
        strokeWidth="4.500"
        d={
          (open
            ? `M${left - 17} ${y + 2}q17-20 34 0M${right - 17} ${y + 2}q17-20 34 0`
            : `M${left - 14} ${y - 4}q14-11 28 0M${right - 14} ${y - 4}q14-11 28 0`) + lashes
        }
      />
    </>
  )
}

function Brows({ traits, head, who }: { traits: Traits; head: Head; who: Who }) {
  const y = head.eyes - (who === 'baby' ? 26 : 23)
  const [left, right] = [200 - head.apart, 200 + head.apart]
  const rise = [6, 9, 4][traits.brow]
  const tilt = [0, 2, -2][traits.brow] as number
  const weight = who === 'man' || who === 'elder-man' ? 7 : who === 'baby' ? 3.5 : 5
  const tint = who === 'elder-woman' || who === 'elder-man' ? traits.hairColour : dark
  return (
    <path
      fill="none"
      stroke={tint}
      strokeWidth={weight}
      opacity=".85"
      d={`M${left - 17} ${y + 2 + tilt}q14-${rise} 33 ${-1 - tilt}M${right + 17} ${y + 2 + tilt}q-14-${rise} -33 ${-1 - tilt}`}
    />
  )
}

function Nose({ traits, head, who }: { traits: Traits; head: Head; who: Who }) {
  const y = head.nose
  const small = who === 'girl' || who === 'boy' || who === 'baby'
  const shapes = small
    ? [`M190 ${y - 4}q10 9 20 0`, `M191 ${y - 3}q9 7 18 0`, `M189 ${y - 5}q11 10 22 0`]
    : [`M186 ${y - 6}q3 8 14 7q11 1 14-7`, `M203 ${y - 34}q-9 20-14 28q2 7 11 7q8 0 12-6`, `M187 ${y - 5}q13 11 26 0`]
  return <path fill="none" stroke={traits.skin.shade} strokeWidth={small ? 5.5 : 5} d={shapes[traits.nose]} />
}

function Mouth({ traits, head, who }: { traits: Traits; head: Head; who: Who }) {
  const { skin } = traits
  const y = head.mouth
  const w = who === 'baby' ? traits.mouthWidth - 12 : traits.mouthWidth
  const [left, right] = [200 - w, 200 + w]
  switch (traits.mouth) {
    case 'laugh':
      return (
        <>
          <path
            fill="#5A1D22"
            stroke={skin.lip}
            strokeWidth="5"
            d={`M${left} ${y}Q200 ${y + 10} ${right} ${y}Q${right - 8} ${y + w} 200 ${y + w}Q${left + 8} ${y + w} ${left} ${y}Z`}
          />
          <path
            fill="#fff"
            d={`M${left + 4} ${y + 3}Q200 ${y + 12} ${right - 4} ${y + 3}Q${right - 7} ${y + 12} ${right - 12} ${y + 15}Q200 ${y + 21} ${left + 12} ${y + 15}Q${left + 7} ${y + 12} ${left + 4} ${y + 3}Z`}
          />
          <path
            fill="#C4605A"
            d={`M${200 - w * 0.5} ${y + w - 6}Q200 ${y + w - 20} ${200 + w * 0.5} ${y + w - 6}Q200 ${y + w + 1} ${200 - w * 0.5} ${y + w - 6}Z`}
          />
        </>
      )
    case 'beam':
      return (
        <path
          fill="#fff"
          stroke={skin.lip}
          strokeWidth="5"
          d={`M${left} ${y + 1}Q200 ${y + 12} ${right} ${y + 1}Q200 ${y + w * 1.2} ${left} ${y + 1}Z`}
        />
      )
    case 'soft':
      return (
        <g fill="none" stroke={skin.lip}>
          <path strokeWidth="5.500" d={`M${left} ${y + 2}Q200 ${y + 26} ${right} ${y + 2}`} />
          <path strokeWidth="4" opacity=".5" d={`M188 ${y + 25}q12 5 24 0`} />
        </g>
      )
    case 'lips':
      return (
        <>
          <path
            fill={skin.lip}
            d={`M${left} ${y}Q186 ${y - 4} 193 ${y - 2}Q200 ${y + 1} 207 ${y - 2}Q214 ${y - 4} ${right} ${y}Q200 ${y + 42} ${left} ${y}Z`}
          />
          <path
            fill="none"
            stroke={skin.shade}
            strokeWidth="3.500"
            d={`M${left - 3} ${y - 2}Q200 ${y + 20} ${right + 3} ${y - 2}`}
          />
        </>
      )
  }
}

/** A thread of gold where the lip was mended, with three stitches: fine, a little to one side, as such a scar is. */
function GoldenSeam({ traits, head }: { traits: Traits; head: Head }) {
  const top = head.nose + 4
  const bottom = head.mouth + (traits.mouth === 'lips' ? -3 : 3)
  const length = bottom - top
  const x = 200 + 9 * traits.side
  const s = traits.side
  const thread = `M${x} ${top}c${4 * s} ${Math.round(length * 0.35)} ${-4 * s} ${Math.round(length * 0.6)} ${s} ${length}`
  const stitches = [0.2, 0.5, 0.8].map((part) => `M${x - 6} ${Math.round(top + length * part)}l12-2`).join('')
  return (
    <g fill="none">
      <path stroke={traits.skin.deep ? traits.skin.shade : traits.skin.lip} strokeWidth="6" opacity=".45" d={thread} />
      <g stroke={traits.skin.deep ? colour.gold : '#E3A21A'}>
        <path strokeWidth="3.400" d={thread} />
        <path strokeWidth="2.300" d={stitches} />
      </g>
    </g>
  )
}

function Beard({ traits, head }: { traits: Traits; head: Head }) {
  const h = traits.hairColour
  const y = head.mouth
  const moustache = `M${200 - 38} ${y + 2}C170 ${y - 14} 188 ${y - 18} 200 ${y - 12}C212 ${y - 18} 230 ${y - 14} ${200 + 38} ${y + 2}C222 ${y + 2} 210 ${y - 2} 200 ${y - 2}S178 ${y + 2} ${200 - 38} ${y + 2}Z`
  switch (traits.beard) {
    case 'none':
      return null
    case 'stubble':
      return (
        <path
          fill={h}
          opacity=".2"
          d={`M121 236C122 300 140 342 200 342S278 300 279 236C272 262 262 276 244 ${y - 14}Q200 ${y - 30} 156 ${y - 14}C138 276 128 262 121 236Z`}
        />
      )
    case 'chin':
      return (
        <path
          fill={h}
          d={`M119 234C118 300 138 354 200 354S282 300 281 234C277 268 266 300 238 ${y + 24}C226 ${y + 34} 174 ${y + 34} 162 ${y + 24}C134 300 123 268 119 234Z`}
        />
      )
    case 'moustache':
      return <path fill={h} d={moustache} />
    case 'full':
      return (
        <path
          fill={h}
          d={`M119 226C118 296 136 362 200 364S282 296 281 226C276 252 266 268 248 ${y - 12}C236 ${y - 18} 214 ${y - 18} 200 ${y - 12}C186 ${y - 18} 164 ${y - 18} 152 ${y - 12}C134 268 124 252 119 226Z`}
        />
      )
  }
}

function Glasses({ traits, head }: { traits: Traits; head: Head }) {
  if (traits.glasses === 'none') return null
  const y = head.eyes
  const [left, right] = [200 - head.apart, 200 + head.apart]
  const frame =
    traits.glasses === 'round'
      ? `M${left - 26} ${y}a26 25 0 1 1 52 0a26 25 0 1 1-52 0zM${right - 26} ${y}a26 25 0 1 1 52 0a26 25 0 1 1-52 0z`
      : `M${left - 27} ${y - 19}h54q-1 40-20 40h-18q-16 0-16-40zM${right - 27} ${y - 19}h54q0 40-16 40h-18q-19 0-20-40z`
  return (
    <path
      fill="#fff"
      fillOpacity=".08"
      stroke={traits.skin.deep ? colour.goldDeep : traits.glasses === 'round' ? colour.clayDeep : dark}
      strokeWidth="4"
      d={`${frame}M${left + 26} ${y - 3}Q200 ${y - 10} ${right - 26} ${y - 3}M${left - 26} ${y - 4}L121 ${y - 8}M${right + 26} ${y - 4}L279 ${y - 8}`}
    />
  )
}

/** What is worn at the ears and on the forehead, and the lines of age. */
function Marks({ traits, who }: { traits: Traits; who: Who }) {
  const covered = traits.hair === 'scarf'
  return (
    <>
      {traits.earrings === 'stud' && !covered && (
        <path stroke={colour.gold} strokeWidth="8" d="M117 254h.1M283 254h.1" />
      )}
      {traits.earrings === 'hoop' && !covered && (
        <path
          fill="none"
          stroke={colour.gold}
          strokeWidth="3.500"
          d="M106 268a11 12 0 1 0 22 0a11 12 0 1 0-22 0M272 268a11 12 0 1 0 22 0a11 12 0 1 0-22 0"
        />
      )}
      {traits.earrings === 'drop' && !covered && (
        <path
          fill={colour.gold}
          stroke={colour.gold}
          strokeWidth="3"
          d="M116 252v10l-5 14h10l-5-14M284 252v10l-5 14h10l-5-14"
        />
      )}
      {traits.bindi && <circle cx="200" cy="196" r="4.500" fill={colour.coral} />}
      {(who === 'elder-woman' || who === 'elder-man') && (
        <path
          fill="none"
          stroke={traits.skin.shade}
          strokeWidth="3"
          d="M172 178q28-6 56 0M136 222l-9-4M135 230l-9 2M264 222l9-4M265 230l9 2M158 268q-7 9-7 18M242 268q7 9 7 18"
        />
      )}
    </>
  )
}

export function Face({ traits, who, seam }: { traits: Traits; who: Who; seam: boolean }) {
  const head = heads[who]
  const { skin } = traits
  return (
    <>
      <path fill={skin.base} d="M104 238a15 20 0 1 1 30 0a15 20 0 1 1-30 0M266 238a15 20 0 1 1 30 0a15 20 0 1 1-30 0" />
      <path fill="none" stroke={skin.shade} strokeWidth="4" d="M112 230q6 4 3 14M288 230q-6 4-3 14" />
      <path fill={skin.base} d={forehead + head.jaw} />
      <path fill={skin.shade} opacity=".38" d={head.shadow} />
      <path
        stroke={colour.coral}
        strokeWidth={who === 'baby' ? 34 : 28}
        opacity=".2"
        d={`M${200 - head.apart - 18} ${head.nose + 6}h.1M${200 + head.apart + 18} ${head.nose + 6}h.1`}
      />
      <Marks traits={traits} who={who} />
      <Beard traits={traits} head={head} />
      <Brows traits={traits} head={head} who={who} />
      <Eyes traits={traits} head={head} who={who} />
      <Nose traits={traits} head={head} who={who} />
      <Mouth traits={traits} head={head} who={who} />
      {seam && <GoldenSeam traits={traits} head={head} />}
      <Glasses traits={traits} head={head} />
    </>
  )
}

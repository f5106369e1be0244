import type { NextConfig } from 'next'

export default {
  poweredByHeader: false,
  typedRoutes: false,
} satisfies NextConfig

/**
 * zod would otherwise probe `new Function`, which the content security policy reports. It looks here for its settings as soon as it is
 * loaded, so the login page, which needs none of it, need not load it to set one. This file is imported first.
 */
(globalThis as { __zod_globalConfig?: { jitless: boolean } }).__zod_globalConfig = { jitless: true };

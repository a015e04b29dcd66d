import * as z from 'zod/mini';

// zod would otherwise probe `new Function`, which the content security policy reports. This file is imported first.
z.config({ jitless: true });

# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What is judged of firmware: budgets, and the slides of 2015 beside the model."""
